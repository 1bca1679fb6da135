import { contracts } from '@atelier/contracts';
import { AgentSettings } from '@atelier/contracts/assistants/agents/agent-shapes';
import { CrewSettings } from '@atelier/contracts/assistants/agents/crew-shapes';
import { AppSettings } from '@atelier/contracts/assistants/apps/app-settings';
import { chat } from '@atelier/contracts/assistants/chat/chat';
import { FlowContent } from '@atelier/contracts/assistants/flows/flow-shapes';
import { PromptSettings } from '@atelier/contracts/assistants/prompts/prompt-shapes';
import { WorkerSettings } from '@atelier/contracts/assistants/workers/worker-shapes';
import { NewKnowledgeBase } from '@atelier/contracts/content/bases/knowledge-shapes';
import { expect, it } from 'vitest';
import type { z } from 'zod';

interface AnyEndpoint {
  path: string;
  params?: z.ZodObject;
  query?: z.ZodType;
  body?: z.ZodType;
  /** Set where the fields are those of a protocol of others. */
  failureShape?: unknown;
}

const endpoints = Object.values(contracts).flatMap((contract) =>
  Object.values<AnyEndpoint>(contract.endpoints),
);

/** The names of the fields of a schema, also when it has a default or a refinement. */
const fieldsOf = (schema: unknown): string[] => {
  if (typeof schema !== 'object' || schema === null) return [];
  const { shape, def } = schema as { shape?: object; def?: { innerType?: unknown; in?: unknown } };
  return shape ? Object.keys(shape) : [...fieldsOf(def?.innerType), ...fieldsOf(def?.in)];
};

it('keeps every service area under a prefix of its own, which can be moved to another host', {
  tags: ['API-08'],
}, () => {
  const areas =
    'auth|tenant|content|import|datasource|agent|executor|worker|crew|orchestrator|query-engine|payment|monitoring|guardrails|prompts|evaluation|scheduler';
  const ofAnArea = new RegExp(`^/api/(${areas})/`);
  const ofAProtocol = /^\/(mcp|v1\/(chat\/completions|responses|models))(\/:|$)/;
  const others = endpoints.map(({ path }) => path).filter((path) => !ofAnArea.test(path));
  expect(others.filter((path) => !ofAProtocol.test(path))).toEqual([]);
});

/**
 * The allowed names of path parameters. `id` is for the object that the segment before it names; the rest come from the requirements, or
 * name things that the requirements do not mention.
 */
const namesInPaths = {
  ofTheDocuments: [
    'agentId',
    'userId',
    'knowledgeBaseImportId',
    'schemaId',
    'queryId',
    'conversationId',
    'type',
    'entityId',
  ],
  ofOurs: [
    'attackTestId',
    'columnId',
    'editId',
    'fileId',
    'flowId',
    'imageId',
    'invoiceId',
    'memoryId',
    'performanceTestId',
    'promptId',
    'name',
    'questionId',
    'runId',
    'sourceId',
    'suggestionId',
    'token',
    'version',
    'versionId',
  ],
};

const parametersOf = ({ path }: AnyEndpoint) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);

it('names each parameter of a path as the documents name what it identifies', () => {
  const inPaths = new Set(endpoints.flatMap(parametersOf));
  expect(inPaths).toEqual(new Set(['id', ...namesInPaths.ofTheDocuments, ...namesInPaths.ofOurs]));
  for (const endpoint of endpoints)
    expect(new Set(fieldsOf(endpoint.params)), endpoint.path).toEqual(new Set(parametersOf(endpoint)));
});

it('names the identifiers of what exists as the documents do, and spells none otherwise', () => {
  const used = new Set(
    endpoints
      .filter(({ failureShape }) => failureShape === undefined)
      .flatMap(({ params, query, body }) => [params, query, body].flatMap(fieldsOf)),
  );
  for (const name of ['tenantId', 'userId', 'knowledgeBaseId', 'appId', 'queryId', 'conversationId'])
    expect(used, name).toContain(name);
  for (const name of ['knowledgeBaseImportId', 'schemaId', 'entityId', 'ids', 'ApiKey'])
    expect(used, name).toContain(name);
  const misspelt = [...used].filter((name) =>
    /ID$|_id$|^(kb|kbId|importId|apiKey|botId|chatId|accountId)$/.test(name),
  );
  expect(misspelt).toEqual([]);
});

it('takes titles of conversations of at most 80 characters', { tags: ['UI-13'] }, () => {
  const { body } = chat.endpoints.renameSession;
  const isGood = (title: string) => body.safeParse({ appId: 'app_1', title }).success;
  expect([80, 81].map((length) => isGood(long(length)))).toEqual([true, false]);
});

const long = (length: number) => 'N'.repeat(length);

it.each([
  ['apps', AppSettings.pick({ name: true }), 'name'],
  ['knowledge bases', NewKnowledgeBase.pick({ name: true }), 'name'],
  ['flows', FlowContent.pick({ displayName: true }), 'displayName'],
  ['agents', AgentSettings.pick({ name: true }), 'name'],
  ['crews', CrewSettings.pick({ name: true }), 'name'],
  ['workers', WorkerSettings.pick({ name: true }), 'name'],
  ['prompts', PromptSettings.pick({ name: true }), 'name'],
])(
  'takes names of %s of at most 150 characters',
  { tags: ['UI-12', 'UI-13', 'UI-14'] },
  (_what, schema, field) => {
    const isGood = (name: string) => schema.safeParse({ [field]: name }).success;
    expect([150, 151].map((length) => isGood(long(length)))).toEqual([true, false]);
    expect(isGood('  ')).toBe(false);
  },
);
