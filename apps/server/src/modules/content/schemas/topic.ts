export const schemaRunKind = 'schemas.run';

/** The live topic on which progress of a run is signalled; the id is the schema's. */
export const schemaTopic = (schemaId: string): string => `schema:${schemaId}`;
