// A document as one graph: which nodes belong to which sentence, and which nodes several sentences mention.
import { emptyMarks, type Marks } from "./marks";
import type { DrawnGraph } from "./schema";

/** A mention of a node: the sentence it is in, and the branch that leads to the node. */
export interface Mention {
  sentence: number;
  branch: number;
}

/** A node that is mentioned in several sentences. */
export interface Chain {
  node: number;
  mentions: Mention[];
}

export interface DocumentGraph {
  /** By sentence, the nodes that it introduces or mentions; the first one is its root. */
  sentences: number[][];
  chains: Chain[];
}

const SENTENCE = /^snt\d*$/i;

/** Whether a graph is a document of sentences. */
export function isDocumentGraph(graph: DrawnGraph | undefined): boolean {
  return graph !== undefined && graph[1].some(([source, role, target]) => source === 0 && target >= 0 && SENTENCE.test(role));
}

/** The sentences of a document graph and its chains, those with most mentions first. */
export function documentGraph(graph: DrawnGraph): DocumentGraph {
  const outgoing: number[][] = graph[0].map(() => []);
  graph[1].forEach(([source], branch) => outgoing[source].push(branch));
  const roots = graph[1].filter(([source, role, target]) => source === 0 && target >= 0 && SENTENCE.test(role)).map(([, , target]) => target);
  // A node belongs to the first sentence that leads to it; later sentences mention it.
  const owner = new Map<number, number>([[0, -1]]);
  const mentions = new Map<number, Mention[]>();
  const sentences = roots.map((root, sentence) => {
    const nodes = [root];
    const seen = new Set(nodes);
    if (!owner.has(root)) owner.set(root, sentence);
    for (let at = 0; at < nodes.length; at++) {
      if (owner.get(nodes[at]) !== sentence) continue;
      for (const branch of outgoing[nodes[at]]) {
        const target = graph[1][branch][2];
        if (target < 0) continue;
        mentions.set(target, [...(mentions.get(target) ?? []), { sentence, branch }]);
        if (!owner.has(target)) owner.set(target, sentence);
        if (!seen.has(target)) nodes.push(target);
        seen.add(target);
      }
    }
    return nodes;
  });
  const chains = [...mentions]
    .map(([node, own]) => ({ node, mentions: own }))
    .filter(({ node, mentions: own }) => new Set([owner.get(node), ...own.map(({ sentence }) => sentence)]).size > 1)
    .sort((one, two) => two.mentions.length - one.mentions.length || one.node - two.node);
  return { sentences, chains };
}

/** Some nodes of a graph as a separate graph, and the new index of each node and branch. */
export interface Subgraph {
  graph: DrawnGraph;
  codes: Map<string, string>;
}

export function subgraph(graph: DrawnGraph, nodes: number[]): Subgraph {
  const index = new Map(nodes.map((node, at) => [node, at]));
  const codes = new Map<string, string>();
  for (const [node, at] of index) codes.set(`n${node}`, `n${at}`);
  const part: DrawnGraph = [nodes.map((node) => graph[0][node]), []];
  graph[1].forEach(([source, role, target, constant], branch) => {
    const [from, to] = [index.get(source), target < 0 ? target : index.get(target)];
    if (from === undefined || to === undefined) return;
    codes.set(`b${branch}`, `b${part[1].length}`);
    part[1].push(constant === undefined ? [from, role, to] : [from, role, to, constant]);
  });
  return { graph: part, codes };
}

/** The marks of a part of a graph; partners outside of the other part are left out. */
export function marksWithin(marks: Marks, own: Subgraph, other: Subgraph): Marks {
  const within = emptyMarks();
  for (const [code, status] of marks.status) if (own.codes.has(code)) within.status.set(own.codes.get(code) as string, status);
  for (const [code, partner] of marks.partner) {
    const [mine, theirs] = [own.codes.get(code), other.codes.get(partner)];
    if (mine && theirs) within.partner.set(mine, theirs);
  }
  return within;
}
