import type { ModelType } from '@atelier/contracts/content/models';
import { and, asc, eq, inArray } from 'drizzle-orm';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import {
  type AddressRow,
  modelAddresses,
  modelDefaults,
  modelProviders,
  type ProviderRow,
} from './tables.ts';

type NewRow = Omit<ProviderRow, 'tenantId' | 'createdAt'>;

export const modelRepository = {
  listProviders: (db: TenantDb): Promise<ProviderRow[]> =>
    db.select().from(modelProviders).orderBy(asc(modelProviders.createdAt)),

  async findProvider(db: TenantDb, id: string): Promise<ProviderRow | undefined> {
    const [row] = await db.select().from(modelProviders).where(eq(modelProviders.id, id));
    return row;
  },

  /** Returns a provider and keeps others from changing it until the transaction ends. */
  async holdProvider(db: TenantDb, id: string): Promise<ProviderRow | undefined> {
    const [row] = await db.select().from(modelProviders).where(eq(modelProviders.id, id)).for('update');
    return row;
  },

  async insertProvider(db: TenantDb, row: NewRow): Promise<ProviderRow | undefined> {
    const [inserted] = await db.insert(modelProviders).values(row).returning();
    return inserted;
  },

  async updateProvider(db: TenantDb, { id, ...change }: NewRow): Promise<ProviderRow | undefined> {
    const [updated] = await db
      .update(modelProviders)
      .set(change)
      .where(eq(modelProviders.id, id))
      .returning();
    return updated;
  },

  async removeProvider(db: TenantDb, id: string): Promise<boolean> {
    return (
      (await db.delete(modelProviders).where(eq(modelProviders.id, id)).returning({ id: modelProviders.id }))
        .length > 0
    );
  },

  listAddresses: (db: TenantDb): Promise<AddressRow[]> =>
    db.select().from(modelAddresses).orderBy(asc(modelAddresses.createdAt)),

  /** Inserts the address, or returns the existing row unchanged. */
  async putAddress(db: TenantDb, id: string, address: string): Promise<AddressRow | undefined> {
    const [row] = await db
      .insert(modelAddresses)
      .values({ id, address })
      .onConflictDoUpdate({ target: [modelAddresses.tenantId, modelAddresses.address], set: { address } })
      .returning();
    return row;
  },

  async removeAddress(db: TenantDb, id: string): Promise<AddressRow | undefined> {
    const [row] = await db.delete(modelAddresses).where(eq(modelAddresses.id, id)).returning();
    return row;
  },

  async listDefaults(db: TenantDb): Promise<Partial<Record<ModelType, string>>> {
    const rows = await db.select().from(modelDefaults);
    return Object.fromEntries(rows.map((row) => [row.type, row.modelId]));
  },

  /** Forgets that a model was chosen as the default of these types. */
  async removeDefaults(db: TenantDb, types: readonly ModelType[], modelId: string): Promise<void> {
    await db
      .delete(modelDefaults)
      .where(and(inArray(modelDefaults.type, [...types]), eq(modelDefaults.modelId, modelId)));
  },

  setDefault: (db: TenantDb, type: ModelType, modelId: string) =>
    db
      .insert(modelDefaults)
      .values({ type, modelId })
      .onConflictDoUpdate({ target: [modelDefaults.tenantId, modelDefaults.type], set: { modelId } }),
};
