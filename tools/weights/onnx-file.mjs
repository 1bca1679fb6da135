// Writes a network in the form of ONNX, a message of Protocol Buffers, with as much of it as the weights for the tests need.

const elementTypes = { FLOAT: 1, INT8: 3, INT64: 7 };
const attributeTypes = { INT: 2, INTS: 7, FLOAT: 1 };

const varint = (value) => {
  const bytes = [];
  let rest = value < 0 ? BigInt.asUintN(64, BigInt(value)) : BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
};
const integer = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);
/** A field that holds bytes, a text or another message. */
const block = (field, ...parts) => {
  const content = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  return Buffer.concat([varint((field << 3) | 2), varint(content.length), content]);
};
const float = (field, value) => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
};

const attribute = ([name, value]) => {
  if (Array.isArray(value))
    return block(
      5,
      block(1, name),
      ...value.map((each) => integer(8, each)),
      integer(20, attributeTypes.INTS),
    );
  if (Number.isInteger(value))
    return block(5, block(1, name), integer(3, value), integer(20, attributeTypes.INT));
  return block(5, block(1, name), float(2, value), integer(20, attributeTypes.FLOAT));
};

const typed = (field, { name, type, shape }) => {
  const dimensions = shape.map((each) =>
    block(1, typeof each === 'string' ? block(2, each) : integer(1, each)),
  );
  return block(
    field,
    block(1, name),
    block(2, block(1, integer(1, elementTypes[type]), block(2, ...dimensions))),
  );
};

const bytesOf = ({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength);

/** Collects the nodes and the constants of a network. */
export class Network {
  #nodes = [];
  #constants = [];
  #count = 0;

  /** Adds a constant and returns its name. */
  constant(type, shape, values) {
    const name = `constant_${this.#constants.length}`;
    const dimensions = shape.map((each) => integer(1, each));
    this.#constants.push(
      block(5, ...dimensions, integer(2, elementTypes[type]), block(8, name), block(9, bytesOf(values))),
    );
    return name;
  }

  /** Adds a node and returns the names of its outputs. */
  node(operator, inputs, { outputs = 1, ...attributes } = {}) {
    const names = Array.from({ length: outputs }, () => {
      this.#count += 1;
      return `value_${this.#count}`;
    });
    this.#add(operator, inputs, names, attributes);
    return outputs === 1 ? names[0] : names;
  }

  /** Returns the file. `result` names the value that becomes the output. */
  file({ producer, inputs, output, result }) {
    this.#add('Identity', [result], [output.name], {});
    const graph = block(
      7,
      ...this.#nodes,
      block(2, producer),
      ...this.#constants,
      ...inputs.map((each) => typed(11, each)),
      typed(12, output),
    );
    return Buffer.concat([integer(1, 8), block(2, producer), graph, block(8, block(1, ''), integer(2, 17))]);
  }

  #add(operator, inputs, outputs, attributes) {
    this.#nodes.push(
      block(
        1,
        ...inputs.map((each) => block(1, each)),
        ...outputs.map((each) => block(2, each)),
        block(4, operator),
        ...Object.entries(attributes).map(attribute),
      ),
    );
  }
}
