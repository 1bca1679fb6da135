import { describe, expect, it } from 'vitest';
import { mayAskInviter } from './account/people/invited-by.ts';
import { widgetButton } from './assistants/apps/widget-button.ts';
import { findCitation, listUniqueSources } from './assistants/chat/citations.ts';
import { jsonRpcFailure } from './assistants/programs/mcp.ts';
import { openAiFailure, openResponsesFailure } from './assistants/programs/openai-failure.ts';
import { knowsDocuments } from './content/bases/index-format.ts';
import { saysNothingWritten } from './content/model-errors.ts';
import { isBuiltinModel, isOperatorModel } from './content/models.ts';
import { bodyLimitFor } from './kernel/contract.ts';
import { parseMeasures } from './kernel/parse-measures.ts';
import { type Permission, Role, roleMay } from './kernel/permissions.ts';
import { usageRange } from './money/usage.ts';

describe('a failure in the protocol of others', () => {
  const failure = { success: false, responseData: null, requestId: 'req_1' };

  it.each([
    [400, 'invalid_request_error', 'invalid_request'],
    [401, 'authentication_error', 'authentication_error'],
    [403, 'permission_error', 'permission_error'],
    [404, 'not_found_error', 'not_found'],
    [409, 'conflict_error', 'conflict_error'],
    [412, 'invalid_request_error', 'invalid_request'],
    [413, 'invalid_request_error', 'invalid_request'],
    [429, 'rate_limit_error', 'too_many_requests'],
    [500, 'server_error', 'server_error'],
    [502, 'server_error', 'model_error'],
  ])('calls %i %s, and %s in Open Responses', (responseCode, chat, responses) => {
    expect(openAiFailure({ ...failure, responseCode }).error.type).toBe(chat);
    expect(openResponsesFailure({ ...failure, responseCode }).error.type).toBe(responses);
  });

  it.each([
    [{ param: 'model', issues: [{ path: 'messages' }] }, 'model'],
    [{ issues: [{ path: 'messages.0' }, { path: 'model' }] }, 'messages.0'],
    [{ issues: [{ path: '' }] }, null],
    [{ issues: [] }, null],
    [{ param: 7, issues: 'model' }, null],
    [undefined, null],
  ])('names of %j the parameter %j', (details, param) => {
    expect(openAiFailure({ ...failure, responseCode: 400, details }).error).toEqual({
      ...{ message: '', type: 'invalid_request_error', code: null },
      param,
    });
  });

  it('has the codes of JSON-RPC where it has any', () => {
    const read = (more: object) => jsonRpcFailure({ ...failure, responseCode: 400, ...more }).error;
    expect(read({ code: 'request.unreadable' }).code).toBe(-32_700);
    expect(read({ code: 'request.invalid', message: 'No.', details: { a: 1 } })).toEqual({
      ...{ code: -32_600, message: 'No.' },
      data: { code: 'request.invalid', requestId: 'req_1', details: { a: 1 } },
    });
    expect(read({})).toEqual({ code: -32_000, message: '', data: { code: '', requestId: 'req_1' } });
  });
});

it('finds the citation of a mark by its place, and otherwise the first with its number', () => {
  const [first, second, third] = [{ index: 1 }, { index: 2, markAt: 5 }, { index: 2, markAt: 9 }];
  const citations = [first, second, third];
  expect(findCitation(citations, { index: 2, markAt: 9 })).toBe(third);
  expect(findCitation(citations, { index: 2, markAt: 7 })).toBe(second);
  expect(findCitation(citations, { index: 1, markAt: 9 })).toBe(first);
  expect(findCitation([{ index: 2, markAt: 9 }, first, { index: 1 }], { index: 1 })).toBe(first);
  expect(findCitation([{ index: 2, markAt: 9 }, { index: 2 }], { index: 2 })).toEqual({
    index: 2,
    markAt: 9,
  });
  expect(findCitation(citations, { index: 3 })).toBeUndefined();
  expect(listUniqueSources(citations)).toEqual([first, second]);
});

it('knows the models of the operator, and those of the server itself, by their ids', () => {
  const ids = [
    'prv_operator_builtin/small',
    'prv_operator_builtins/small',
    'prv_operator_a/b',
    'prv_1/prv_operator_',
  ];
  expect(ids.map(isOperatorModel)).toEqual([true, true, true, false]);
  expect(ids.map(isBuiltinModel)).toEqual([true, false, false, false]);
});

it('knows by its format whether an index has the names of documents', () => {
  expect([1, 2, 3].map((format) => knowsDocuments({ format }))).toEqual([false, true, true]);
});

it('charges nothing for a model that wrote nothing', () => {
  const codes = ['models.upstream_empty', 'models.upstream_used_up', 'models.upstream_refused'];
  expect(codes.map(saysNothingWritten)).toEqual([true, true, false]);
});

it('calls the button of a widget after the bot, in the colour of the theme', () => {
  expect(widgetButton({ themeName: 'Blue', botName: ' Ada ' })).toEqual({
    color: '#1f58b8',
    label: 'Ask Ada',
  });
  expect(widgetButton({ themeName: 'Green', botName: ' ' })).toEqual({ color: '#1b6e45', label: 'Ask us' });
});

it('takes 64 KB of strangers and app users, 256 KB of others, and what an endpoint says', () => {
  const limits = [{ public: 'a' }, { appUser: 'a' }, { signedIn: 'a' }, { allow: 'apps:read' as const }];
  expect(limits.map((access) => bodyLimitFor({ access }))).toEqual([65_536, 65_536, 262_144, 262_144]);
  expect(bodyLimitFor({ access: { public: 'a' }, largeBody: { bytes: 1, why: 'a' } })).toBe(1);
});

it('reads measures, and nothing that is no JSON', () => {
  expect([parseMeasures('[0.5]'), parseMeasures('[')]).toEqual([[0.5], undefined]);
});

it('asks for the use of the last thirty days, today included', () => {
  const [from, to] = [usageRange.from.parse(undefined), usageRange.to.parse(undefined)];
  expect((Date.parse(to) - Date.parse(from)) / 86_400_000).toBe(29);
  expect(Math.abs(Date.parse(to) - Date.now())).toBeLessThan(86_400_000 + 60_000);
});

it.each<[Permission, Role[]]>([
  ['chat:use', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']],
  ['knowledge:read', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']],
  ['agents:read', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']],
  ['runs:read', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR', 'USER']],
  ['feedback:write', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR']],
  ['flows:read', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR']],
  ['monitoring:read', ['OWNER', 'ADMIN', 'BUILDER', 'OPERATOR']],
  ['flows:write', ['OWNER', 'ADMIN', 'BUILDER']],
  ['connections:write', ['OWNER', 'ADMIN', 'BUILDER']],
  ['entities:all', ['OWNER', 'ADMIN', 'BUILDER']],
  ['keys:write', ['OWNER', 'ADMIN', 'BUILDER']],
  ['billing:read', ['OWNER', 'ADMIN']],
  ['users:write', ['OWNER', 'ADMIN']],
  ['audit:read', ['OWNER', 'ADMIN']],
  ['tenant:write', ['OWNER', 'ADMIN']],
  ['tenant:own', ['OWNER']],
  ['entities:shared', ['OWNER', 'USER']],
])('gives %s to %j', (permission, roles) => {
  expect(Role.options.filter((role) => roleMay(role, permission))).toEqual(roles);
});

it('lets an operator ask whoever invited them, and nobody else', () => {
  expect(Role.options.filter((role) => mayAskInviter({ role }))).toEqual(['OPERATOR']);
  expect([mayAskInviter(null), mayAskInviter(undefined)]).toEqual([false, false]);
});
