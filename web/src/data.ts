// The data of the page: unpacked once (the overview) or on demand (the items, fifty at a time).
import { unzlibSync, strFromU8 } from "fflate";
import { complete } from "./completion";
import type { ItemDetail, Overview } from "./schema";

function unpack(id: string): unknown {
  const text = document.getElementById(id)?.textContent ?? "";
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  return JSON.parse(strFromU8(unzlibSync(bytes)));
}

export const overview = unpack("overview") as Overview;

const opened = new Map<number, ItemDetail[]>();
const MOST_OPEN = 8;

/** Everything about an item; null where the page was made without its details. */
export function detail(item: number): ItemDetail | null {
  const where = overview.items.where[item];
  if (!where) return null;
  const [pack, place] = where;
  let found = opened.get(pack);
  if (!found) {
    found = unpack(`pack${pack}`) as ItemDetail[];
    opened.set(pack, found);
    if (opened.size > MOST_OPEN) opened.delete(opened.keys().next().value as number);
  }
  const opening = found[place] ?? null;
  if (opening) complete(opening);
  return opening;
}

/** The headline number of an item. */
export function scoreOf(item: number, metric: number, system: number): number | null {
  return fieldOf(item, metric, system, overview.metrics[metric].headline);
}

export function fieldOf(item: number, metric: number, system: number, field: string): number | null {
  const place = overview.metrics[metric].fields.indexOf(field);
  return overview.items.scores[metric][system]?.[place]?.[item] ?? null;
}
