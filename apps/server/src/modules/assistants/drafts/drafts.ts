import type { ErrorCode } from '@atelier/contracts';
import type { SQL } from 'drizzle-orm';
import { fail } from '../../../kernel/base/errors.ts';
import { newId } from '../../../kernel/base/ids.ts';
import { toAuthor } from '../../../kernel/context/actor.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../kernel/context/context.ts';
import type { TenantDb } from '../../../kernel/db/tenant-db.ts';
import { tenantMembers } from '../../account/tenancy/index.ts';
import { publishingGate } from './publishing-gate.ts';
import type { Named, VersionRows, VersionState } from './version-rows.ts';

/** A thing that has versions: people edit the newest, and the published one works. */
interface VersionedRow {
  id: string;
  name: string;
  newestVersionId: string;
  publishedVersionId: string | null;
  createdBy: string;
}

/** The statements about the things themselves. */
interface ThingRows<Thing> {
  find(db: TenantDb, id: string, visible?: SQL): Promise<Thing | undefined>;
  lock(db: TenantDb, id: string, visible?: SQL): Promise<Thing | undefined>;
  insert(db: TenantDb, row: object): Promise<unknown>;
  update(db: TenantDb, id: string, change: object): Promise<unknown>;
}

/** The differences between the kinds of things that are edited as drafts and published. */
interface Kind<Thing, Version extends VersionState, Content extends object, Line extends VersionState> {
  /** The noun that begins a sentence, such as `Agent`. */
  noun: string;
  things: ThingRows<Thing>;
  versions: VersionRows<Version, Content, Line>;
  /** Returns the condition of the things that the actor may see. */
  visible: (ctx: AnyCtx) => SQL | undefined;
  versionPrefix: string;
  errors: { thing: ErrorCode; version: ErrorCode };
  /** Returns the same text for contents that work alike. */
  fingerprint: (content: Content) => string;
}

/** A draft that takes the place of the published version. */
interface Publication<Content> {
  newest: VersionState;
  /** The content that is published and locked. */
  content: Content;
  /** The columns of the thing that change with it. */
  columns?: object;
  /** True when an owner wants the draft whatever its test said. */
  override: boolean;
}

/** The things of one kind with their versions: how each is found, edited as a draft, published and listed. */
export class Drafts<
  Thing extends VersionedRow,
  Content extends object,
  Version extends VersionState & Content,
  Line extends VersionState = Version,
> {
  readonly #kind: Kind<Thing, Version, Content, Line>;

  constructor(kind: Kind<Thing, Version, Content, Line>) {
    this.#kind = kind;
  }

  /** Returns a thing. Throws the error of its kind also when the actor may not see it. */
  async find(tx: TxCtx, id: string): Promise<Thing> {
    const { things, visible, errors } = this.#kind;
    return (await things.find(tx.db, id, visible(tx))) ?? fail(errors.thing);
  }

  /** Returns a thing, which nobody else changes until the transaction ends. Throws as `find` does. */
  async lock(tx: TxCtx, id: string): Promise<Thing> {
    const { things, visible, errors } = this.#kind;
    return (await things.lock(tx.db, id, visible(tx))) ?? fail(errors.thing);
  }

  /** Returns a locked thing with its newest version. Throws as `find` does. */
  async lockNewest(tx: TxCtx, id: string): Promise<{ thing: Thing; newest: Version }> {
    const thing = await this.lock(tx, id);
    return { thing, newest: (await this.findVersion(tx, id, thing.newestVersionId)).row };
  }

  /** Returns a version of a thing. Throws the error of its kind. */
  async findVersion(tx: TxCtx, thingId: string, versionId: string): Promise<Named<Version>> {
    const { versions, errors } = this.#kind;
    return (await versions.find(tx.db, thingId, versionId)) ?? fail(errors.version);
  }

  /** Stores a thing with its first draft. */
  async add(
    tx: TxCtx,
    id: string,
    { columns, content }: { columns: object; content: Content },
  ): Promise<void> {
    const { things, versions, versionPrefix } = this.#kind;
    const versionId = newId(versionPrefix);
    const author = toAuthor(tx);
    await things.insert(tx.db, { ...columns, id, newestVersionId: versionId, createdBy: author });
    const first = { id: versionId, number: 1, revision: 1, updatedBy: author };
    await versions.insert(tx.db, id, { ...content, ...first });
  }

  /**
   * Saves the draft of a thing: the present one is changed, and after a published version a new one begins. Returns the id of the version
   * that has it.
   */
  async save(
    tx: TxCtx,
    id: string,
    { newest, columns, content }: { newest: VersionState; columns: object; content: Content },
  ): Promise<string> {
    const { things, versions, versionPrefix } = this.#kind;
    const updatedBy = toAuthor(tx);
    const isNew = newest.state === 'LOCKED';
    const versionId = isNew ? newId(versionPrefix) : newest.id;
    // The revision rises across versions, so that a save that names a revision of an older version is refused.
    const next = { id: versionId, number: newest.number + 1, revision: newest.revision + 1, updatedBy };
    if (isNew) await versions.insert(tx.db, id, { ...content, ...next });
    else await versions.saveDraft(tx.db, versionId, { ...content, updatedBy });
    await things.update(tx.db, id, { ...columns, newestVersionId: versionId });
    return versionId;
  }

  /** Locks the newest version of a locked thing, and makes it the published one. Throws what the gate throws. */
  async publish(
    tx: TxCtx,
    { id, publishedVersionId }: Thing,
    { newest, content, columns, override }: Publication<Content>,
  ): Promise<void> {
    const { things, versions, fingerprint } = this.#kind;
    if (publishedVersionId !== null && newest.state === 'DRAFT') {
      const { row: published } = await this.findVersion(tx, id, publishedVersionId);
      const print = fingerprint(content);
      const publication = { id, version: published.number, fingerprint: print, override };
      // Those who judge answers are asked only when the draft works otherwise than the version that it replaces.
      if (print !== fingerprint(published))
        for (const check of tx.services.extensions.of(publishingGate)) await check(tx, publication);
    }
    if (newest.state === 'DRAFT') await versions.lock(tx.db, newest.id, content);
    await things.update(tx.db, id, { ...columns, publishedVersionId: newest.id });
  }

  /** Lists the versions of a thing, newest first, with the thing. Throws as `find` does. */
  async listVersions(tx: TxCtx, id: string, query: { cursor?: string | undefined; limit: number }) {
    const thing = await this.find(tx, id);
    return { thing, ...(await this.#kind.versions.list(tx.db, id, query)) };
  }

  /**
   * Returns the context in which a thing acts: with the access of the member who made it, whoever uses it. Returns undefined when that member
   * has left the company.
   */
  asOwner(ctx: Ctx, id: string): Promise<Ctx | undefined> {
    const { things, noun } = this.#kind;
    return tenantMembers.asMember(ctx, async (tx) => {
      const thing = await things.find(tx.db, id);
      return thing && { memberId: thing.createdBy, name: `${noun} “${thing.name}”` };
    });
  }
}

/** Presents the part of a version that all kinds of things show. */
export const presentVersion = (
  { publishedVersionId }: Pick<VersionedRow, 'publishedVersionId'>,
  version: VersionState & { authorName: string | null },
) => ({
  versionId: version.id,
  number: version.number,
  state: version.state,
  isPublished: version.id === publishedVersionId,
  updatedAt: version.updatedAt.toISOString(),
  updatedBy: version.authorName === null ? null : { userId: version.updatedBy, name: version.authorName },
});
