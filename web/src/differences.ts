// Differences between any two systems, as the comparison has them.
import { h, percent } from "./dom";
import type { ComparedMetric, SystemDifference } from "./schema";

/** How `system` differs from `base`; null where the two were not compared. */
export function differenceBetween(metric: ComparedMetric, base: string, system: string): SystemDifference | null {
  const asked = metric.differences.find((own) => own.base === base && own.system === system);
  if (asked) return asked;
  const turned = metric.differences.find((own) => own.base === system && own.system === base);
  if (!turned) return null;
  const negative = (value: number | null): number | null => (value === null ? null : 0 - value);
  return {
    ...turned,
    base,
    system,
    difference: negative(turned.difference),
    ci: [negative(turned.ci[1]), negative(turned.ci[0])],
    wins: turned.losses,
    losses: turned.wins,
  };
}

/** The p-value of a test, adjusted where p-values are. */
export function chanceOf(difference: SystemDifference, test: string): number | null {
  return difference.tests[test]?.adjusted ?? difference.tests[test]?.p ?? null;
}

/** A difference × 100 with its sign; one that rounds to nothing has none. */
export function signed(value: number | null, digits = 2): string {
  if (value === null) return "–";
  const size = percent(Math.abs(value), digits);
  return Number(size) === 0 ? size : `${value > 0 ? "+" : "−"}${size}`;
}

export const pValue = (p: number | null): string => (p === null ? "–" : p < 0.0001 ? "< 0.0001" : p.toFixed(4));

/** A mark of a significant difference. */
export function verdict(difference: SystemDifference | null): HTMLElement | null {
  if (!difference || difference.better === null) return null;
  const better = difference.better === difference.system;
  const meaning = better ? "significantly better" : "significantly worse";
  return h("span", { class: better ? "better" : "worse", title: meaning, role: "img", "aria-label": meaning }, better ? " ●" : " ○");
}
