const handed = new Map<string, string>();

/** Keeps what a new flow should do for the builder of this flow. */
export const handSentence = (flowId: string, sentence: string): void => void handed.set(flowId, sentence);

/** Returns the sentence that was handed to the builder of this flow; empty when none was. */
export const handedSentence = (flowId: string): string => handed.get(flowId) ?? '';

export const forgetSentence = (flowId: string): void => void handed.delete(flowId);
