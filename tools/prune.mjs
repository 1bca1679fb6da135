// Removes the parts of packages that nothing here reads. It has no dependencies and runs on Node 20 or newer.
import { lstatSync, readdirSync, rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Paths below node_modules. */
const unread = [
  // Headers for native addons, and manuals.
  /^node\/node_modules\/node-[^/]+\/(include|share|CHANGELOG\.md)$/,
  // pdfjs can draw with this package, but the processes that read documents may not load native addons.
  /^@napi-rs\/canvas-[^/]+$/,
  // The icons as pictures. The build takes icons from @tabler/icons-react.
  /^@tabler\/icons\/(icons|categories)$/,
  /^officeparser\/dist\/officeparser\.browser\.[\w.-]+$/,
  // packages/documents loads only one engine of text recognition and the smaller language data.
  /^tesseract\.js-core\/tesseract-core(?!-simd-lstm\.(js|wasm)$)/,
  /^@tesseract\.js-data\/[^/]+\/4\.0\.0$/,
  // The libraries for other systems, in binary.
  new RegExp(
    `^onnxruntime-node/bin/napi-v6/(?!(?:${process.platform}$|${process.platform}/${process.arch}(?:/|$)))`,
  ),
  // The encodings of other models, each in four formats. packages/documents counts in cl100k_base.
  /^gpt-tokenizer\/(data|dist|esm|src|cjs\/model)$/,
  /^gpt-tokenizer\/cjs\/(bpeRanks|encoding)\/(?!cl100k_base\.js$)/,
  // The bundler uses these packages in another format.
  /^stripe\/cjs$/,
  /^@tabler\/icons-react\/dist\/cjs$/,
  /^@hyzyla\/pdfium\/dist\/(pdfium\.wasm\.base64-|worker)/,
  /^@e965\/xlsx\/dist\/xlsx\./,
  /^swagger-ui-dist\/swagger-ui(-es-bundle|-standalone|\.js)/,
  // Tools and tests for the developers of the packages.
  /^pdfkit\/(\.yarn|js\/pdfkit\.standalone\.js)$/,
  /^(bintrees|fastify|pino)\/(test|docs)$/,
  // Types and sources in TypeScript, which only checks read, and source maps of dependencies.
  /\.[cm]?tsx?$/,
  /\.map$/,
];

/**
 * Removes the unread parts of a folder node_modules, and the packages that are named in addition ("name" or "@scope/name"). Returns the
 * size of the rest on disk in bytes.
 */
export const pruneInstalled = (modules, packages = []) => {
  const counted = new Set();
  let bytes = 0;
  const count = (path) => {
    const { blocks, size, ino, nlink } = lstatSync(path);
    if (nlink > 1 && counted.has(ino)) return;
    counted.add(ino);
    // A block has 512 bytes. Windows reports no blocks.
    bytes += blocks * 512 || size;
  };
  const visit = (folder) => {
    count(folder);
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      const name = relative(modules, path).split(sep).join('/');
      if (packages.includes(name) || unread.some((pattern) => pattern.test(name)))
        rmSync(path, { recursive: true, force: true });
      else if (entry.isDirectory()) visit(path);
      else count(path);
    }
  };
  visit(modules);
  return bytes;
};
