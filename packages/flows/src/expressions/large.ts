// For those who compute with large values.
export { largeRead, partAt } from './references.ts';
export { readMember } from './values.ts';
