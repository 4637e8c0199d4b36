// Builds the script and the style of the report page into the Python package.
// With --check nothing is written: it fails if what is committed is not what the sources build.
import { readFile, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "..", "src", "tallystick", "report", "page");
const check = process.argv.includes("--check");

const common = {
  bundle: true,
  minify: true,
  write: false,
  charset: "ascii",
  legalComments: "none",
  logLevel: "warning",
  absWorkingDir: here,
};
// The licences of what is bundled travel with it.
const banner = { js: `/*\n${(await readFile(join(here, "licences.txt"), "utf8")).trim()}\n*/` };
const outputs = {
  "report.js": await build({ ...common, banner, entryPoints: ["src/main.ts"], format: "iife", target: "es2022" }),
  "report.css": await build({ ...common, entryPoints: ["src/style.css"] }),
};

let stale = false;
for (const [name, result] of Object.entries(outputs)) {
  const text = result.outputFiles[0].text;
  const place = join(target, name);
  if (/<\/(script|style)|<!--/i.test(text)) throw new Error(`${name} would end its own tag`);
  if (check) {
    const committed = await readFile(place, "utf8").catch(() => "");
    if (committed !== text) {
      console.error(`${relative(join(here, ".."), place)} is not what the sources build: run make web`);
      stale = true;
    }
  } else {
    await writeFile(place, text);
    console.log(`${relative(join(here, ".."), place)}  ${text.length} bytes`);
  }
}
process.exit(stale ? 1 : 0);
