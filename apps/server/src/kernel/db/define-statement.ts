import { type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { createDatabase, type Given, getConnection, Session, type Statement } from './session.ts';
import type { GlobalDb, TenantDb } from './tenant-db.ts';

/** The values that change from call to call, as the builder of a statement gets them: each is a place in the SQL, without a value. */
export type Values<T extends object> = { readonly [Name in keyof T & string]: Placeholder<Name, T[Name]> };

/** The values that a call of the statement gives. */
type GivenTo<V> = { readonly [Name in keyof V]: V[Name] extends Placeholder<string, infer T> ? T : never };

/** Something on which the text of a statement depends, such as the order of a list, or one of a few constant conditions. */
type Shape = string | boolean | SQL | undefined;

/** The most shapes that a statement keeps. A statement that has more is built at each further call. */
const mostShapes = 64;

interface Preparable {
  _prepare(): unknown;
}
const asPreparable = (query: object): Preparable => query as Preparable;
const handleAs = <D extends TenantDb | GlobalDb>(db: NodePgDatabase): D => db as D;
const resultAs = <R>(result: unknown): R => result as R;
const valuesAs = <V>(values: object): V => values as V;

const placeholders = new Proxy({}, { get: (_values, name) => sql.placeholder(String(name)) });

interface Branch {
  statement?: Statement;
  readonly next: Map<Shape, Branch>;
}

/** The statements of one declaration by their shapes. Conditions are compared by identity, so one that was made for a single call never meets another. */
class Shapes {
  readonly #root: Branch = { next: new Map() };
  #size = 0;

  find(shape: readonly Shape[]): Statement | undefined {
    let branch: Branch | undefined = this.#root;
    for (const part of shape) branch = branch?.next.get(part);
    return branch?.statement;
  }

  keep(shape: readonly Shape[], statement: Statement): void {
    if (this.#size >= mostShapes) return;
    this.#size += 1;
    let branch = this.#root;
    for (const part of shape) {
      const next: Branch = branch.next.get(part) ?? { next: new Map() };
      branch.next.set(part, next);
      branch = next;
    }
    branch.statement = statement;
  }
}

/**
 * Declares a statement whose SQL is built once, and not with every call: building takes longer than anything else in a short read. `build`
 * gets a place for each value. It sees nothing else of a call but the shape, the few choices on which the text of the SQL depends; the SQL
 * is built once for each of them.
 *
 * ```ts
 * const byId = defineStatement((db, { id }: Values<{ id: string }>, isLocked: boolean) => {
 *   const found = db.select().from(prompts).where(eq(prompts.id, id));
 *   return isLocked ? found.for('update') : found;
 * });
 * const [row] = await byId(db, { id: 'prm_1' }, false);
 * ```
 *
 * A list is one value: `sql`${prompts.id} = any(${ids})``. A value that its column encodes, such as JSON, is `sql.param(value, column)`,
 * except in `values(…)` of an insert. A value that is undefined is refused. A condition that is part of the shape is a constant, which may
 * contain `viewer`: one that is made for each call is built with each call.
 */
export const defineStatement = <
  V extends Values<object>,
  S extends readonly Shape[],
  R,
  D extends TenantDb | GlobalDb = TenantDb,
>(
  build: (db: D, values: V, ...shape: S) => PromiseLike<R>,
): ((db: D, given: GivenTo<V>, ...shape: S) => Promise<R>) => {
  const shapes = new Shapes();
  const compile = (shape: S): Statement => {
    const session = new Session();
    asPreparable(build(handleAs<D>(createDatabase(session)), valuesAs<V>(placeholders), ...shape))._prepare();
    if (!session.latest) throw new Error('A statement is declared by a function that returns a query.');
    return session.latest;
  };
  return async (db, given, ...shape) => {
    const known = shapes.find(shape);
    const statement = known ?? compile(shape);
    if (!known) shapes.keep(shape, statement);
    return resultAs<R>(await statement.run(getConnection(db), given as Given));
  };
};
