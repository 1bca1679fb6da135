import { and, eq, getViewName } from 'drizzle-orm';
import { pgTable, pgView, text } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';
import { defineMemory } from '../cache/define-memory.ts';
import type { TxCtx } from '../context/context.ts';

/** The tenant of each public link. Belongs to no tenant, because a link names only the object. */
const publicObjects = pgTable('public_objects', {
  id: text('id').primaryKey(),
  tenantId: text('tenant_id').notNull(),
  kind: text('kind').notNull(),
  frameSites: text('frame_sites').array().notNull().default([]),
  buttonColor: text('button_color'),
  buttonLabel: text('button_label'),
});

/** Counts only links of active tenants. */
const openObjects = pgView('open_objects', {
  id: text('id').notNull(),
  tenantId: text('tenant_id').notNull(),
}).existing();

const byObject = {
  name: 'tenant-by-public-object',
  text: `select tenant_id from ${getViewName(openObjects)} where id = $1`,
};

/**
 * Returns the tenant of a public link, or undefined when the object or its tenant is deleted or disabled. One statement needs no
 * transaction.
 */
export const findPublicTenant = async (pool: Pool, objectId: string): Promise<string | undefined> => {
  const { rows } = await pool.query<{ tenant_id: string }>({ ...byObject, values: [objectId] });
  return rows[0]?.tenant_id;
};

const sitesOfObject = {
  name: 'sites-by-public-object',
  text: `select frame_sites from ${getViewName(openObjects)} where id = $1`,
};

/** Returns the sites that may show a public object in a frame, or call it from their scripts. None may with what is deleted or disabled. */
export const findFrameSites = async (pool: Pool, objectId: string): Promise<string[]> => {
  const { rows } = await pool.query<{ frame_sites: string[] }>({ ...sitesOfObject, values: [objectId] });
  return rows[0]?.frame_sites ?? [];
};

const objectOfSites = {
  name: 'public-object-of-sites',
  text: `select exists (select 1 from ${getViewName(openObjects)} where frame_sites && $1::text[]) as found`,
};

/** True when a public object names one of the sites. */
export const hasObjectOfSites = async (pool: Pool, sites: readonly string[]): Promise<boolean> => {
  const { rows } = await pool.query<{ found: boolean }>({ ...objectOfSites, values: [sites] });
  return rows[0]?.found === true;
};

const buttonOfObject = {
  name: 'button-by-public-object',
  text: `select button_color, button_label from ${getViewName(openObjects)} where id = $1`,
};

/** The button with which other sites open a public object in a frame. */
export interface FrameButton {
  color: string;
  label: string;
}

/** Returns the button of a public object; undefined where it has none, or is deleted or disabled. */
export const findFrameButton = async (pool: Pool, objectId: string): Promise<FrameButton | undefined> => {
  const { rows } = await pool.query<{ button_color: string | null; button_label: string | null }>({
    ...buttonOfObject,
    values: [objectId],
  });
  const { button_color: color = null, button_label: label = null } = rows[0] ?? {};
  return color === null || label === null ? undefined : { color, label };
};

const openMemory = defineMemory<boolean>({ name: 'kernel.open-objects', most: 10_000 });

/** True when a public link leads to the object, which belongs to the transaction's tenant. */
export const isOpenObject = (tx: TxCtx, objectId: string): Promise<boolean> =>
  tx.remember(openMemory, objectId, async () => {
    const rows = await tx.db
      .select({ id: openObjects.id })
      .from(openObjects)
      .where(and(eq(openObjects.id, objectId), eq(openObjects.tenantId, tx.tenantId)));
    return rows.length > 0;
  });

interface PublicObject {
  id: string;
  kind: 'APP' | 'FLOW' | 'WORKER';
  /** The sites that may show it in a frame, or call it from their scripts. */
  frameSites: readonly string[];
  button?: FrameButton;
}

/** Lets a public link lead to an object of the transaction's tenant, until `withdrawObject`. Repeated, it changes the sites and the button. */
export const publishObject = async (
  { db, tenantId }: TxCtx,
  { id, kind, frameSites, button }: PublicObject,
): Promise<void> => {
  const shown = { buttonColor: button?.color ?? null, buttonLabel: button?.label ?? null };
  const set = { frameSites: [...frameSites], ...shown };
  await db
    .insert(publicObjects)
    .values({ id, kind, tenantId, ...set })
    .onConflictDoUpdate({ target: publicObjects.id, set, setWhere: eq(publicObjects.tenantId, tenantId) });
};

export const withdrawObject = async ({ db, tenantId }: TxCtx, id: string): Promise<void> => {
  await db.delete(publicObjects).where(and(eq(publicObjects.id, id), eq(publicObjects.tenantId, tenantId)));
};
