import { z } from 'zod';

const BuiltinFile = z.strictObject({
  /** `model.onnx` is the network in ONNX, `tokenizer.json` a tokenizer of Hugging Face’s form. */
  name: z.enum(['model.onnx', 'tokenizer.json']),
  /** The path of the file, below the address from which weights are downloaded. */
  path: z.string().regex(/^\w[\w.-]*(\/\w[\w.-]*)*$/),
  bytes: z.number().int().min(1).max(2_000_000_000),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

/** An embedding model that the server runs itself, with the files that it consists of. */
export const BuiltinModel = z.strictObject({
  /** Its name in settings and in ids of models, and the name of its folder. */
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,60}$/),
  label: z.string().min(1).max(100),
  languages: z.string().min(1).max(100),
  licence: z.string().min(1).max(60),
  dimensions: z.number().int().min(8).max(4096),
  /** A longer text is embedded in parts of this many tokens, whose vectors are averaged. */
  mostTokens: z.number().int().min(16).max(8192),
  /** The words that the model expects before a question and before a chunk. */
  prefixes: z.strictObject({ QUESTION: z.string().max(200), CHUNK: z.string().max(200) }),
  files: z.array(BuiltinFile).length(2),
});
export type BuiltinModel = z.output<typeof BuiltinModel>;
export type BuiltinFile = z.output<typeof BuiltinFile>;

const noPrefixes = { QUESTION: '', CHUNK: '' };

/**
 * The models that can be chosen by name. Their vectors are the mean over the tokens, normalised to length 1. Each file is named by its
 * revision, and its checksum is compared, so that nobody can put other weights in their place.
 */
export const builtinModels: readonly BuiltinModel[] = [
  {
    id: 'all-minilm-l6-v2',
    label: 'all-MiniLM-L6-v2',
    languages: 'English',
    licence: 'Apache-2.0',
    dimensions: 384,
    mostTokens: 256,
    prefixes: noPrefixes,
    files: [
      {
        name: 'model.onnx',
        path: 'Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/onnx/model_quantized.onnx',
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        name: 'tokenizer.json',
        path: 'Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9/tokenizer.json',
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
  },
  {
    id: 'multilingual-e5-small',
    label: 'multilingual-e5-small',
    languages: 'About 100 languages',
    licence: 'MIT',
    dimensions: 384,
    mostTokens: 512,
    prefixes: { QUESTION: 'query: ', CHUNK: 'passage: ' },
    files: [
      {
        name: 'model.onnx',
        path: 'intfloat/multilingual-e5-small/resolve/614241f622f53c4eeff9890bdc4f31cfecc418b3/onnx/model_qint8_avx512_vnni.onnx',
        bytes: 118_346_824,
        sha256: 'dd476dd0c2514e9b9be83aeb3853fac0763e0bdf4a71645407587d77c48a2d88',
      },
      {
        name: 'tokenizer.json',
        path: 'intfloat/multilingual-e5-small/resolve/614241f622f53c4eeff9890bdc4f31cfecc418b3/onnx/tokenizer.json',
        bytes: 17_082_730,
        sha256: '0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39',
      },
    ],
  },
];

/** Returns the size of all files of a model in bytes. */
export const sumFileBytes = ({ files }: BuiltinModel): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0);
