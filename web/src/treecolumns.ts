// Dependency trees whose prediction has the words of the gold: drawn words, parts and alignments, made from columns.
import type { AlignedEdges, AlignedWords, DrawnWord, EncodedAlignment, EncodedPair, ItemDetail, MultiwordToken, PageSide, PartField, Parts, SystemDetail, TreeColumns, WordColumns, WordEdges, WordRange } from "./schema";

/** The bits of what metrics compare. */
const COMPARED: [number, string][] = [[16, "head"], [32, "relation"], [1, "UPOS"], [2, "XPOS"], [4, "features"], [8, "lemma"], [128, "function words"]];

/** Draw the trees that are in columns, and write their parts and alignments as all others are. */
export function completeTrees({ gold, systems }: ItemDetail): void {
  if (gold.tree) gold.drawn = drawnWords(gold.tokens ?? [], gold.multiword ?? [], gold.tree);
  delete gold.tree;
  for (const system of systems) {
    if (!system?.words) continue;
    changeTree(system.pred, gold);
    alignWords(system, gold, system.words);
    delete system.words;
  }
}

/** The tree of a prediction: that of the gold with other heads and relations. */
function changeTree(pred: PageSide, { drawn = [], multiword }: PageSide): void {
  const { attached, heads, relations = [[], []] } = pred.changed ?? { attached: [], heads: [] };
  const words = drawn.map((word): DrawnWord => [...word]);
  attached.forEach((word, index) => (words[word][3] = heads[index]));
  relations[0].forEach((word, index) => (words[word][4] = relations[1][index]));
  pred.drawn = words;
  if (multiword) pred.multiword = multiword;
  delete pred.changed;
}

/** Words after each other, a column between them. The words of a multiword token share its columns. */
function drawnWords(tokens: string[], multiword: MultiwordToken[], { heads, relations, widths }: TreeColumns): DrawnWord[] {
  const tokenOf = new Map(multiword.flatMap(([first, last], token) => range(last + 1).slice(first).map((word) => [word, token])));
  const width = (word: number): number => widths?.[word] ?? [...(tokenOf.has(word) ? tokens[word] : withoutBlanks(tokens[word]))].length;
  const labels = relations.split(" ");
  const words: DrawnWord[] = [];
  let column = 0;
  const add = (start: number, end: number): number => words.push([tokens[words.length], start, end, heads[words.length], labels[words.length]]);
  while (words.length < tokens.length) {
    const token = tokenOf.get(words.length);
    if (token === undefined) {
      const room = width(words.length);
      add(column, column + Math.max(1, room));
      column += room + 1;
      continue;
    }
    const [first, last, form] = multiword[token];
    const room = (widths?.[tokens.length + token] ?? [...form].length) + 1;
    const needed = range(last + 1).slice(first).reduce((sum, word) => sum + width(word) + 1, 0);
    const scale = Math.max(room, needed) / needed;
    for (let from = column; words.length <= last; ) {
      const next = from + scale * (width(words.length) + 1);
      add(from, next - 1);
      from = next;
    }
    column += Math.max(room, needed);
  }
  return words;
}

/** A word that is a token has no blanks there. */
const withoutBlanks = (word: string): string => word.replace(/\p{Zs}/gu, "");

const range = (size: number): number[] => [...Array(size).keys()];

/** Add the words as parts, once for all alignments that show the same fields, and the alignments. */
function alignWords(system: SystemDetail, gold: PageSide, columns: WordColumns): void {
  const names = columns.names ?? (gold.tokens ?? []).map((form, word) => `${form}-${word + 1}`);
  const listed = new Map<string, Offsets>();
  system.columns?.forEach((column, index) => {
    if (!column || !("wrong" in column || "units" in column || "edges" in column)) return;
    (system.columns as unknown[])[index] = null;
    if ("edges" in column) {
      system.alignments[index] = edgesOf(system, gold, names, column);
      return;
    }
    const key = "units" in column ? column.units : column.fields.join(" ");
    const offsets = listed.get(key) ?? (system.parts.map(({ shown }) => shown.length) as Offsets);
    const add = !listed.has(key);
    listed.set(key, offsets);
    if ("units" in column) {
      const units = unitsOf(gold, column.units);
      for (const parts of system.parts) addUnits(parts, units);
      system.alignments[index][0] = equal(units.length, offsets);
    } else {
      if (add) addColumns(system, gold, names, column.fields, columns);
      system.alignments[index] = alignmentOf(column, names.length, columns, offsets);
    }
  });
}

/** The numbers of the first parts of both sides. */
type Offsets = [number, number];

/** Add the words of both sides as some metrics show them. */
function addColumns(system: SystemDetail, gold: PageSide, names: string[], fields: string[], columns: WordColumns): void {
  const values = fields.map((field) => columns.values[field] ?? []);
  const changed = values.map((own) => [...own]);
  fields.forEach((field, at) => columns.changed[field]?.[0].forEach((word, number) => (changed[at][word] = columns.changed[field][1][number])));
  addWords(system.parts[0], names, gold.drawn ?? [], fields, values);
  addWords(system.parts[1], names, system.pred.drawn ?? [], fields, changed);
}

/** Add the words of one side as some metrics show them. */
function addWords(parts: Parts, names: string[], drawn: DrawnWord[], fields: string[], values: string[][]): void {
  drawn.forEach(([, , , head, relation], word) => {
    const valueOf = (field: string, index: number): string => (field === "relation" ? relation : field === "head" ? (names[head] ?? "ROOT") : values[index][word]);
    addWord(parts, word, [["word", names[word]], ...fields.map((field, index): PartField => [field, valueOf(field, index)])], fields.includes("head") ? head : null);
  });
}

/** Add a part that is about one word. */
function addWord(parts: Parts, word: number, row: PartField[], head: number | null): void {
  parts.shown.push(row.map(([, value]) => value).join(" "));
  parts.at.push([[word, word]] as WordRange[]);
  parts.fields?.push(row);
  parts.heads?.push(head);
}

/** The head and the label of an enhanced edge. */
type Edge = [number, string];

/** Add the enhanced edges of both sides as parts, and align those of each word with the same head and label. */
function edgesOf(system: SystemDetail, gold: PageSide, names: string[], { edges, changed, subtypes = true }: AlignedEdges): EncodedAlignment {
  const bare = (label: string): string => label.split(">").map((step) => step.split(":")[0]).join(">");
  const tree = (gold.drawn ?? []).map(([, , , head, relation]): Edge[] => [[head, subtypes ? relation : bare(relation)]]);
  const golds = withEdges(tree, edges);
  const preds = withEdges(golds, changed);
  const [goldParts, predParts] = [golds, preds].map((side, index) => addEdges(system.parts[index], names, side));
  const alignment: EncodedAlignment = [[], [], []];
  golds.forEach((own, word) => {
    for (const edge of own.map(String)) {
      const [part, partner] = [goldParts[word].get(edge)!, predParts[word].get(edge)];
      if (partner === undefined) alignment[1].push(part);
      else alignment[0].push([part, partner]);
    }
    for (const edge of preds[word].map(String)) if (!goldParts[word].has(edge)) alignment[2].push(predParts[word].get(edge)!);
  });
  return alignment;
}

/** The edges of each word, with others for some words. */
function withEdges(side: Edge[][], [words, counts, heads, labels]: WordEdges): Edge[][] {
  const changed = [...side];
  let first = 0;
  words.forEach((word, index) => {
    changed[word] = heads.slice(first, first + counts[index]).map((head, edge): Edge => [head, labels[first + edge]]);
    first += counts[index];
  });
  return changed;
}

/** Add the edges of one side, each once; return the parts of each word. */
function addEdges(parts: Parts, names: string[], side: Edge[][]): Map<string, number>[] {
  return side.map((own, word) => {
    const known = new Map<string, number>();
    for (const [head, label] of own) {
      const key = String([head, label]);
      if (known.has(key)) continue;
      known.set(key, parts.shown.length);
      addWord(parts, word, [["word", names[word]], ["relation", label], ["head", names[head] ?? "ROOT"]], head);
    }
    return known;
  });
}

/** Each part with the same one of the other side. */
const equal = (size: number, [golds, preds]: Offsets): EncodedPair[] => range(size).map((part) => [golds + part, preds + part]);

/** Each word with the same one of the other side; those that do not match earn nothing, and their note says why. */
function alignmentOf({ wrong, reasons, content }: AlignedWords, size: number, { others = [], spurious = [] }: WordColumns, offsets: Offsets): EncodedAlignment {
  const pairs = equal(size, offsets);
  wrong.forEach((word, index) => {
    const names = COMPARED.filter(([bit]) => reasons[index] & bit).map(([, name]) => name);
    pairs[word].push(0, `wrong: ${names.join(", ")}`);
  });
  if (!content) return [pairs, [], []];
  const left = new Set(others);
  return [pairs.filter((_, word) => !left.has(word)), [], spurious.map((word) => offsets[1] + word)];
}

/** The tokens of a sentence, or the sentence itself. */
function unitsOf({ tokens = [], multiword = [] }: PageSide, kind: string): string[][] {
  const texts: string[] = [];
  for (let word = 0; word < tokens.length; word++) {
    const token = multiword.find(([first]) => first === word);
    texts.push(token ? token[2] : withoutBlanks(tokens[word]));
    if (token) word = token[1];
  }
  if (kind === "sentences") return [[texts.length > 1 ? JSON.stringify(texts.join(" ")) : texts[0], "0", String([...texts.join("")].length - 1)]];
  let end = 0;
  return texts.map((text) => [text, String(end), String((end += [...text].length) - 1)]);
}

/** Add tokens or sentences with their first and last character. */
function addUnits(parts: Parts, units: string[][]): void {
  for (const unit of units) {
    parts.shown.push(unit.join(" "));
    parts.at.push([]);
    parts.fields?.push(unit.map((value, index): PartField => [["text", "first", "last"][index], value]));
    parts.heads?.push(null);
  }
}
