// Runs the unit tests of the report page: they are bundled for Node, since it reads no TypeScript.
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = await mkdtemp(join(tmpdir(), "tallystick-web-"));
const names = (await readdir(join(here, "test"))).filter((name) => name.endsWith(".test.ts"));
await build({
  absWorkingDir: here, entryPoints: names.map((name) => `test/${name}`), outdir: folder, outExtension: { ".js": ".mjs" },
  bundle: true, platform: "node", format: "esm", target: "es2022", logLevel: "warning",
});
const files = names.map((name) => join(folder, name.replace(/\.ts$/, ".mjs")));
const result = spawnSync(process.execPath, ["--test", "--test-reporter=dot", ...files], { stdio: "inherit" });
await rm(folder, { recursive: true, force: true });
process.exit(result.status ?? 1);
