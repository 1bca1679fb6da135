import type { FlowApproval, WaitingDecision } from '@atelier/contracts/assistants/flows/flow-run-shapes';
import { and } from 'drizzle-orm';
import { escapeHtml } from '../../../../kernel/base/escape-html.ts';
import type { AnyCtx, Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { findEntityNames, isNamed } from '../../../../kernel/entities/entity-kind.ts';
import type { Anonymous } from '../../../../kernel/module/exchange.ts';
import { type RunContext, runs } from '../../../../kernel/runs/index.ts';
import {
  listOpenWaits,
  type OpenWait,
  openSignalToken,
  signalToken,
} from '../../../../kernel/runs/requests/index.ts';
import { isTerminal, runLists } from '../../../../kernel/runs/view/index.ts';
import { findTenant } from '../../../account/tenancy/index.ts';
import { type ApprovalKind, approvalKinds, type Verdict, type Wait } from './approval-kind.ts';

/** The run, and the signal for which it waits, that a token of an approval names. */
interface OpenedToken extends Wait {
  ctx: Ctx;
  companyName: string;
}

/** Returns the wait for a signal that a token leads to; undefined for every token that this server did not make. */
export const openToken = async (
  anonymous: Anonymous,
  token: string,
  signal: string,
): Promise<OpenedToken | undefined> => {
  const address = openSignalToken(anonymous.services.secrets, token);
  if (!address?.name.startsWith(signal)) return undefined;
  const { tenantId, runId, name } = address;
  const tenant = await anonymous.globally((db) => findTenant(db, tenantId));
  if (tenant?.status !== 'ACTIVE') return undefined;
  const ctx = anonymous.forTenant(tenantId, { kind: 'system', name: 'flows.token' });
  return { ctx, runId, name, companyName: tenant.tenantName };
};

const openApproval = async (anonymous: Anonymous, token: string) => {
  const address = openSignalToken(anonymous.services.secrets, token);
  const kind = anonymous.services.extensions
    .of(approvalKinds)
    .find(({ signal }) => address?.name.startsWith(signal));
  const opened = kind && (await openToken(anonymous, token, kind.signal));
  return opened && { kind, opened };
};

const readApproval = async (
  tx: TxCtx,
  kind: ApprovalKind,
  wait: Wait,
): Promise<Omit<FlowApproval, 'companyName'> | undefined> => {
  const question = await kind.readQuestion(tx, wait);
  const filter = { id: wait.runId, kinds: kind.runKinds, parts: [], visible: undefined };
  const run = await runLists.find(tx.db, filter);
  if (!question || !run) return undefined;
  const open = { state: isTerminal(run.status) ? 'ENDED' : 'OPEN', decidedBy: null, comment: '' } as const;
  const names = await findEntityNames(tx, [run.subjectId ?? '']);
  return {
    ...question,
    ...((await kind.readDecision(tx, wait)) ?? open),
    askedBy: kind.askedBy,
    flowName: names.get(run.subjectId ?? '') ?? '',
  };
};

/** Reads the approval that the link of a mail leads to; undefined when there is none. */
export const getApproval = async (anonymous: Anonymous, token: string): Promise<FlowApproval | undefined> => {
  const found = await openApproval(anonymous, token);
  if (!found) return undefined;
  const { ctx, companyName, ...wait } = found.opened;
  const asked = await ctx.tx((tx) => readApproval(tx, found.kind, wait));
  return asked && { ...asked, companyName };
};

/** Decides the approval that the link of a mail leads to; the first decision counts. Returns false when nothing waits. Throws what its kind throws. */
export const decideByToken = async (
  anonymous: Anonymous,
  token: string,
  verdict: Omit<Verdict, 'by'>,
): Promise<boolean> => {
  const found = await openApproval(anonymous, token);
  if (!found) return false;
  const { kind, opened } = found;
  const { own } = anonymous;
  const by = own && 'name' in own.actor && own.tenantId === opened.ctx.tenantId ? own.actor.name : null;
  return kind.decide(opened.ctx, opened, { ...verdict, by });
};

const presentWaiting = async (
  tx: TxCtx,
  kind: ApprovalKind,
  { wait, names }: { wait: OpenWait; names: ReadonlyMap<string, string> },
): Promise<WaitingDecision> => {
  const { runId, name, subjectId, since, until } = wait;
  const { tenantId, services } = tx;
  return {
    runId,
    askedBy: kind.askedBy,
    askerId: subjectId ?? '',
    askerName: names.get(subjectId ?? '') ?? null,
    title: (await kind.readQuestion(tx, wait))?.title ?? '',
    askedAt: since.toISOString(),
    until: until?.toISOString() ?? null,
    approvalToken: kind.mayDecide(tx) ? signalToken(services.secrets, { tenantId, runId, name }) : null,
  };
};

interface WaitingQuery {
  askedBy?: ApprovalKind['askedBy'] | undefined;
  search?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  order: 'asc' | 'desc';
}

/** Lists the decisions for which runs wait that the actor may see, by the time for which they have waited. */
export const listWaiting = (ctx: AnyCtx, { askedBy, search, ...query }: WaitingQuery) =>
  ctx.tx(async (tx) => {
    const kinds = tx.services.extensions
      .of(approvalKinds)
      .filter((kind) => askedBy === undefined || kind.askedBy === askedBy);
    const filters = kinds.map(({ runKinds, signal, entities }) => ({
      kinds: runKinds,
      signal,
      visible: and(
        entities[0].holdsVisible(tx, runs.scopeId),
        search ? isNamed(tx, entities, { column: runs.subjectId, search }) : undefined,
      ),
    }));
    const { rows, ...page } = await listOpenWaits(tx.db, filters, query);
    const names = await findEntityNames(
      tx,
      rows.flatMap(({ subjectId }) => subjectId ?? []),
    );
    const items: WaitingDecision[] = [];
    for (const wait of rows) {
      const kind = kinds.find(({ runKinds }) => runKinds.includes(wait.kind));
      if (kind) items.push(await presentWaiting(tx, kind, { wait, names }));
    }
    return { ...page, items };
  });

interface ApprovalMail {
  /** The name of the entry that records that the mails were sent. */
  entry: string;
  /** The name of the signal that the run waits for. */
  signal: string;
  title: string;
  message: string;
  to: readonly string[];
}

/** Sends the link to everybody who may decide. A mail may arrive twice after a crash, which does no harm. */
export const sendApprovalLinks = (
  run: RunContext,
  { entry, signal, title, message, to }: ApprovalMail,
): Promise<unknown> => {
  const { ownOrigin, mailer } = run.ctx.services;
  const link = `${ownOrigin.current}/approvals/${run.token(signal)}`;
  const text = `${message}\n\nApprove or reject: ${link}\n`;
  return run.outward(entry, { repeat: 'with-key' }, async () => {
    for (const address of to)
      await mailer.send({
        to: address,
        subject: title,
        text,
        html: `<p>${escapeHtml(message).replaceAll('\n', '<br>')}</p><p><a href="${escapeHtml(link)}">Approve or reject</a></p>`,
      });
    return { sent: to.length };
  });
};
