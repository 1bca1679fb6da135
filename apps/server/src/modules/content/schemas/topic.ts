export const schemaRunKind = 'schemas.run';

/** The live topic that signals the progress of a run. The id is that of the schema. */
export const schemaTopic = (schemaId: string): string => `schema:${schemaId}`;
