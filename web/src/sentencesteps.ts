// From sentence to sentence by keys, in items that have sentences.

let act: ((direction: number) => void) | null = null;

/** Say what a step means in the item that is open; null where it has no sentences. */
export function onStep(action: ((direction: number) => void) | null): void {
  act = action;
}

/** Go to the next or the previous sentence. */
export function stepSentence(direction: number): void {
  act?.(direction);
}
