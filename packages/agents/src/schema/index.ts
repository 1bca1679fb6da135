export { checkSchema } from './check-schema.ts';
export { checkValue, isQuickCheck, longestSchema, type SchemaCheck } from './check-value.ts';
export { exampleSchema, hasFields } from './example-schema.ts';
export { fieldsSchema } from './fields-schema.ts';
export { foreignSchemaProblem } from './foreign-schema.ts';
