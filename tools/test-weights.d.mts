/** The folder of the weights for tests: `model.onnx` and `tokenizer.json`. */
export const weightsFolder: string;
export const multilingualFolder: string;
export const ensureWeights: () => void;
