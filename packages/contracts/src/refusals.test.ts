import { expect, it } from 'vitest';
import { z } from 'zod';
import { ChangedPassword, ResetPasswordForm } from './account/identity/passwords.ts';
import { JoinWaitlist } from './account/identity/waitlist.ts';
import { AutomaticQuery, ContextSettings } from './assistants/apps/answering.ts';
import { AppSettings } from './assistants/apps/app-settings.ts';
import { AppSettingsChange } from './assistants/apps.ts';
import { AgentGuardRail, AppGuardRail } from './assistants/guardrails.ts';
import { McpSettings } from './assistants/tools/mcp-shapes.ts';
import { Chunking, NewChunkingPreview } from './content/bases/chunking-shapes.ts';
import { documentImports } from './content/documents/document-imports.ts';
import { models } from './content/models.ts';
import { retrieval } from './content/retrieval/retrieval.ts';
import { RetrievalFilter } from './content/retrieval/retrieval-filter.ts';
import { NewColumn } from './content/schemas/schema-shapes.ts';
import { NewEstimate, SourceSchedule } from './content/sources/source-shapes.ts';
import { Json, JsonObject } from './kernel/json.ts';
import { idSchemaFor, requiredText, text } from './kernel/shapes.ts';
import { BillingCatalogue, billing } from './money/billing.ts';
import { payments } from './money/payments.ts';
import { UsageLimitInput } from './money/usage.ts';
import { ofSubject, subjectFields } from './operate/evaluation/subject.ts';
import { AlertRuleInput } from './operate/monitoring/alert-shapes.ts';
import { isPeriod } from './operate/monitoring/monitor-shapes.ts';
import { support } from './operate/support/support.ts';

/** Says of each refusal where it is and what a person reads. */
const judge = (shape: z.ZodType, value: unknown): string[] =>
  shape.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];

const questions = (count: number) => Array.from({ length: count }, (_, index) => `Question ${index}?`);
const app = (more: object) => ({ name: 'Help', ...more });
const guarded = (...configs: object[]) => ({ enabled: true, configs });
const server = (...names: string[]) => ({
  name: 'Tools',
  url: 'https://mcp.example.com',
  headers: Object.fromEntries(names.map((name) => [name, 'x'])),
});
const allowance = { credits: 1, members: 1, knowledgeBases: 1, apps: 1, storageBytes: 1, dailyStories: 1 };
const plan = (planId: string, planType: string) => ({
  ...{ planId, planType, name: 'A plan', description: '', monthlyPrice: 0 },
  featureBalances: allowance,
});
const addOn = (addOnId: string) => ({ addOnId, name: 'More', description: '', price: 1, credits: 1 });
const catalogue = (plans: object[], addOns: object[] = []) => ({ currency: 'USD', plans, addOns });
const both = [plan('free', 'Free'), plan('premium', 'Premium')];
const rule = (more: object) => ({
  ...{ name: 'Failures', subjectKind: 'COMPANY', subjectId: null, metric: 'FAILURES', threshold: 1 },
  ...{ hours: 1, least: 0, quietMinutes: 5, mail: 'AUTHOR', webhookUrl: null, enabled: true },
  ...more,
});
const views = (...counts: number[]) => ({ views: counts.map((count) => ({ screen: '/apps', count })) });
const person = (phone: string) => ({
  ...{ name: 'Ada', email: 'ada@example.com', companyName: 'Engines' },
  phone,
});
const column = (choices: string[]) => ({ name: 'Colour', type: 'CHOICE', choices });
const range = (from: string, to: string) => ({ from, to });
const credits = (more: object) => ({
  ...{ scope: 'TENANT', subjectId: null, period: 'DAY', kind: 'HARD', credits: 1 },
  ...more,
});
const explain = (more: object) => ({ knowledgeBaseId: 'kb_1', query: 'Why?', ...more });
const address = models.endpoints.allowAddress.body;
const usage = billing.endpoints.exportUsage.query;
const period = z.object({ from: z.string().optional(), to: z.string().optional() }).refine(isPeriod, 'no');
const subject = ofSubject(subjectFields);

it.each<[string, z.ZodType, unknown, string[]]>([
  ['a repeated password', ResetPasswordForm, { password: 'Abcdef1!', confirmation: 'Abcdef1!' }, []],
  [
    'another password',
    ResetPasswordForm,
    { password: 'Abcdef1!', confirmation: 'Abcdef1?' },
    ['confirmation: New password and Confirm password must be same'],
  ],
  [
    'a foreign symbol',
    ChangedPassword,
    'Abcdef1!_',
    [': Please use only letters, numbers and the symbols #?!@$%^&*-'],
  ],
  ['a phone number of five digits', JoinWaitlist, person('+49 (0) 123'), []],
  ['one of four', JoinWaitlist, person('+49 (0) 1'), ['phone: Please enter a valid phone number']],
  ['one with letters', JoinWaitlist, person('12345 x'), ['phone: Please enter a valid phone number']],
  ['no sample question', AppSettings, app({ sampleQuestions: questions(0) }), []],
  [
    'two sample questions',
    AppSettings,
    app({ sampleQuestions: questions(2) }),
    ['sampleQuestions: Please add at least 3 sample questions'],
  ],
  ['three sample questions', AppSettings, app({ sampleQuestions: questions(3) }), []],
  ['nine sample questions', AppSettings, app({ sampleQuestions: questions(9) }), []],
  [
    'ten sample questions',
    AppSettings,
    app({ sampleQuestions: questions(10) }),
    ['sampleQuestions: Please add at most 9 sample questions'],
  ],
  ['a static text', ContextSettings, { staticText: { enabled: true, text: 'We are open.' } }, []],
  ['a static text that is off', ContextSettings, { staticText: { enabled: false } }, []],
  [
    'an empty static text',
    ContextSettings,
    { staticText: { enabled: true, text: ' ' } },
    ['staticText.text: Please enter the text that every question gets'],
  ],
  [
    'guardrails with a check',
    AppGuardRail,
    guarded({ name: 'INPUT_CHECKING', enabled: true, flow_list: ['self check input'] }),
    [],
  ],
  [
    'guardrails with one of two checks',
    AgentGuardRail,
    guarded(
      { name: 'INPUT_CHECKING' },
      { name: 'JAILBREAK_DETECTION', enabled: true, flow_list: ['jailbreak detection model'] },
    ),
    [],
  ],
  ['guardrails that are off', AgentGuardRail, { enabled: false }, []],
  [
    'guardrails without a check',
    AgentGuardRail,
    guarded({ name: 'INPUT_CHECKING' }),
    ['configs: Please switch on at least one check, or switch the guardrails off'],
  ],
  [
    'a check without a way',
    AppGuardRail,
    guarded({ name: 'INPUT_CHECKING', enabled: true }),
    ['configs.0.flow_list: Please choose how it is checked'],
  ],
  [
    'a check by the way of another',
    AppGuardRail,
    guarded({
      ...{ name: 'JAILBREAK_DETECTION', enabled: true },
      flow_list: ['jailbreak detection model', 'self check input'],
    }),
    ['configs.0.flow_list: This guardrail does not have such a flow'],
  ],
  ['a header of one’s own', McpSettings, server('X-Team', 'My-Host'), []],
  [
    'headers of the protocol',
    McpSettings,
    server('HOST', 'content-type', 'Mcp-Session-Id'),
    ['HOST', 'content-type', 'Mcp-Session-Id'].map(
      (name) => `headers.${name}: This header belongs to the protocol and cannot be set`,
    ),
  ],
  ['separators', Chunking, { strategy: 'SEPARATOR', separators: ['--'] }, []],
  ['another strategy without them', Chunking, { strategy: 'ROW' }, []],
  ['no separator', Chunking, { strategy: 'SEPARATOR' }, ['separators: Please enter at least one separator']],
  ['a preview of a text', NewChunkingPreview, { chunking: {}, text: 'One. Two.' }, []],
  ['a preview of a document', NewChunkingPreview, { chunking: {}, knowledgeBaseImportId: 'imp_1' }, []],
  [
    'a preview of nothing',
    NewChunkingPreview,
    { chunking: {} },
    ['text: Please enter a text or choose a document'],
  ],
  [
    'a preview of both',
    NewChunkingPreview,
    { chunking: {}, text: 'One.', knowledgeBaseImportId: 'imp_1' },
    ['text: Please enter a text or choose a document'],
  ],
  ['a preview of blanks', NewChunkingPreview, { chunking: {}, text: ' \n' }, ['text: Please enter a text']],
  ['every three hours', SourceSchedule, { every: 'HOURS', hours: 3 }, []],
  ['daily', SourceSchedule, { every: 'DAILY' }, []],
  [
    'hours without their number',
    SourceSchedule,
    { every: 'HOURS' },
    ['hours: Please enter a value greater than 0'],
  ],
  ['an estimate of a file', NewEstimate, { files: [{ name: 'a.pdf', size: 0 }] }, []],
  ['an estimate of nothing', NewEstimate, {}, ['files: Please choose files or a source']],
  ['an address with its port', address, { address: '127.0.0.1:11434' }, []],
  ['an address of IPv6 with the usual port', address, { address: '[::1]:80' }, []],
  ...['localhost', 'localhost:x', 'http://localhost:80', 'localhost:80/v1', ''].map(
    (text): [string, z.ZodType, unknown, string[]] => [
      `the address ${text}`,
      address,
      { address: text },
      ['address: Please enter a host with its port, for example 127.0.0.1:11434.'],
    ],
  ),
  ...[
    { field: 'DOCUMENT_TYPE', operator: 'CONTAINS', value: 'pdf' },
    { field: 'METADATA', operator: 'EQUALS', key: 'team', value: 'a' },
    { field: 'CREATED', operator: 'AFTER', value: '0001-01-01' },
    { field: 'CREATED', operator: 'BEFORE', value: '9999-12-31' },
  ].map((condition): [string, z.ZodType, unknown, string[]] => [
    `a condition on ${condition.field}`,
    RetrievalFilter,
    [condition],
    [],
  ]),
  [
    'a comparison that does not fit',
    RetrievalFilter,
    [{ field: 'LANGUAGE', operator: 'AFTER', value: 'en' }],
    ['0.operator: This comparison does not fit the field.'],
  ],
  [
    'metadata without a name',
    RetrievalFilter,
    [{ field: 'METADATA', operator: 'EQUALS', key: ' ', value: 'a' }],
    ['0.key: Please name the metadata field.'],
  ],
  ...['soon', '0000-12-31', '+010000-01-01'].map((value): [string, z.ZodType, unknown, string[]] => [
    `the date ${value}`,
    RetrievalFilter,
    [{ field: 'CREATED', operator: 'AFTER', value }],
    ['0.value: Please enter a date such as 2026-01-31.'],
  ]),
  ['a chunk', retrieval.endpoints.explain.body, explain({ chunkId: 'chk_1' }), []],
  ['a document', retrieval.endpoints.explain.body, explain({ knowledgeBaseImportId: 'imp_1' }), []],
  ['a text', retrieval.endpoints.explain.body, explain({ text: 'A chunk.' }), []],
  [
    'nothing to explain',
    retrieval.endpoints.explain.body,
    explain({ text: '  ' }),
    ['text: Please choose a document, or paste the chunk that you expected.'],
  ],
  ['a catalogue', BillingCatalogue, catalogue(both, [addOn('more')]), []],
  [
    'a catalogue without a free plan',
    BillingCatalogue,
    catalogue([plan('premium', 'Premium')]),
    ['plans: one plan must be of type Free'],
  ],
  [
    'a catalogue with an id twice',
    BillingCatalogue,
    catalogue(both, [addOn('premium')]),
    ['plans: each id must be used once'],
  ],
  ['a plan', payments.endpoints.paymentLink.body, { planId: 'premium' }, []],
  ...[{}, { planId: 'premium', addOnId: 'more' }].map((body): [string, z.ZodType, unknown, string[]] => [
    `to pay for ${JSON.stringify(body)}`,
    payments.endpoints.paymentLink.body,
    body,
    [': Please choose either a plan or an add-on'],
  ]),
  ['a limit of the company', UsageLimitInput, credits({}), []],
  ['a limit of a user', UsageLimitInput, credits({ scope: 'USER', subjectId: 'usr_1' }), []],
  ['a limit of no user', UsageLimitInput, credits({ scope: 'USER' }), ['subjectId: User ID is required']],
  ['a limit of no app', UsageLimitInput, credits({ scope: 'APP' }), ['subjectId: Please choose an app']],
  ['a choice of two', NewColumn, column(['a', 'b']), []],
  ['a choice of one', NewColumn, column(['a']), ['choices: Please enter at least two choices']],
  ['a text without choices', NewColumn, { name: 'Colour', type: 'TEXT' }, []],
  ['one day', usage, range('2026-01-01', '2026-01-01'), []],
  ['366 days', usage, range('2026-01-01', '2027-01-01'), []],
  ...[range('2026-01-02', '2026-01-01'), range('2026-01-01', '2027-01-02')].map(
    (query): [string, z.ZodType, unknown, string[]] => [
      `from ${query.from} to ${query.to}`,
      usage,
      query,
      ['to: Please choose a range of at most a year that ends after it begins'],
    ],
  ),
  ['a period without an end', period, { from: '2026-01-01' }, []],
  ['a period without a beginning', period, { to: '2026-01-01' }, []],
  ['a period of one day', period, range('2026-01-01', '2026-01-01'), []],
  ['a period of 366 days', period, range('2026-01-01', '2027-01-01'), []],
  ['a period of 367 days', period, range('2026-01-01', '2027-01-02'), [': no']],
  ['a period that ends before it begins', period, range('2026-01-02', '2026-01-01'), [': no']],
  ['a rule on the company', AlertRuleInput, rule({}), []],
  ['a rule on an app', AlertRuleInput, rule({ subjectKind: 'APP', subjectId: 'app_1' }), []],
  ...[rule({ subjectId: 'app_1' }), rule({ subjectKind: 'APP' })].map(
    (input): [string, z.ZodType, unknown, string[]] => [
      `a rule on ${input.subjectKind} with the wrong id`,
      AlertRuleInput,
      input,
      ['subjectId: Please choose what the rule watches'],
    ],
  ),
  [
    'a rule on what is not measured',
    AlertRuleInput,
    rule({ subjectKind: 'FLOW', subjectId: 'flw_1', metric: 'DISLIKES' }),
    ['metric: This is not measured for what the rule watches'],
  ],
  ['a rule with a webhook', AlertRuleInput, rule({ mail: 'NOBODY', webhookUrl: 'https://example.com' }), []],
  [
    'a rule that tells nobody',
    AlertRuleInput,
    rule({ mail: 'NOBODY' }),
    ['mail: Please choose who gets a mail, or enter the address of a webhook'],
  ],
  [
    'a webhook without the web',
    AlertRuleInput,
    rule({ webhookUrl: 'ftp://example.com' }),
    ['webhookUrl: Please enter an address that begins with https:// or http://'],
  ],
  ['a thousand views', support.endpoints.recordViews.body, views(999, 1), []],
  [
    'a thousand and one',
    support.endpoints.recordViews.body,
    views(999, 2),
    ['views: must be 1000 views at most'],
  ],
  ['an app that is tested', subject, { appId: 'app_1' }, []],
  ['an agent that is tested', subject, { agentId: 'agt_1' }, []],
  ['nothing that is tested', subject, {}, ['appId: Please name an app or an agent']],
  ['both', subject, { appId: 'app_1', agentId: 'agt_1' }, ['appId: Please name an app or an agent']],
  ['an id', idSchemaFor('kb'), `kb_${'0'.repeat(20)}`, []],
  ['a short id', idSchemaFor('kb'), `kb_${'0'.repeat(19)}`, [': must be an id that begins with kb_']],
  ['a blank', requiredText(3, 'Please enter it'), ' \0 ', [': Please enter it']],
  ['no text', requiredText(3, 'Please enter it'), 7, [': Please enter it']],
])('judges %s', (_, shape, value, refusals) => {
  expect(judge(shape, value)).toEqual(refusals);
});

it.each<[string, z.ZodType, unknown, unknown]>([
  ['a text', text(3), ' a\0bc ', 'abc'],
  ['a text that is needed', requiredText(3, ''), '\0 abc\n', 'abc'],
  ['the category of a document', documentImports.endpoints.listImports.query.shape.category, ' a ', 'a'],
  ['a changed theme that is empty', AppSettingsChange.shape.themeName, '', undefined],
  ['a changed theme', AppSettingsChange.shape.themeName, 'Blue', 'Blue'],
  [
    'a list of ids',
    AutomaticQuery,
    { knowledgeBaseIds: 'kb_1,,kb_2,' },
    { knowledgeBaseIds: ['kb_1', 'kb_2'] },
  ],
  ['no ids', AutomaticQuery, {}, { knowledgeBaseIds: [] }],
])('takes %s as it is meant', (_, shape, value, meant) => {
  expect(shape.parse(value)).toEqual(meant);
});

it('changes only the settings that are sent', () => {
  expect(AppSettingsChange.parse({ botName: 'Ada' })).toEqual({ botName: 'Ada' });
});

const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

it('takes as JSON what JSON can say, to 501 levels', () => {
  for (const value of [
    null,
    true,
    '',
    0,
    [],
    [1, ['a']],
    { a: { b: null } },
    Object.create(null),
    nested(501),
  ])
    expect(judge(Json, value)).toEqual([]);
  for (const value of [
    undefined,
    Number.NaN,
    Infinity,
    [undefined],
    { a: new Date(0) },
    new Map(),
    nested(502),
  ])
    expect(judge(Json, value)).toEqual([': Please send a JSON value.']);
  for (const value of [null, [], 1, '{}', { a: undefined }, undefined])
    expect(judge(JsonObject, value)).toEqual([': Please send a JSON object.']);
  expect(judge(JsonObject, { a: [] })).toEqual([]);
});
