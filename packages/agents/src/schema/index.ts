export { checkSchema } from './check-schema.ts';
export { checkValue, isQuickCheck, type SchemaCheck, type WrittenCheck } from './check-value.ts';
export { exampleSchema, hasFields } from './example-schema.ts';
export { fieldsSchema } from './fields-schema.ts';
export { longestSchema, readSchema, type SchemaReading } from './read-schema.ts';
