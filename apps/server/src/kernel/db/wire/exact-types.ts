import { readJson } from '@atelier/contracts/kernel/parse-json';
import pg from 'pg';

export type ParserOf = (id: number, format?: 'text') => (text: string) => unknown;

const { builtins } = pg.types;
const ofPg = pg.types.getTypeParser as ParserOf;

/** Returns the parser of a column type: that of `pg`, and for JSON the one that keeps the digits of all numbers. */
export const exactParserFor: ParserOf = (id, format) =>
  id === builtins.JSON || id === builtins.JSONB ? readJson : ofPg(id, format);

/** The types of a connection whose JSON keeps the digits of all numbers. */
export const exactTypes = { getTypeParser: exactParserFor as typeof pg.types.getTypeParser };
