import { parseArgs } from 'node:util';
import { importKnowledgeBase, makeApp, prepareTestBed, type TestBed } from '../../test-bed.ts';
import { writeFigures } from '../quality-page.ts';
import { chooseQuestions, type FormQuestion } from './choose-questions.ts';
import { judgeAnswer, tellingValues } from './judge-answer.ts';
import { type FiledForm, makeFiles } from './make-files.ts';
import { makeForms } from './make-forms.ts';
import { type Asked, printFailures, tableOfFigures } from './report.ts';

/**
 * Measures questions for values of forms: `npm run quality:forms [--worst <number>] [--write]`. The forms are made from a seed. The built product
 * imports them, those of one kind into one knowledge base, and an app without a language model answers.
 */
const { values } = parseArgs({
  allowPositionals: true,
  options: { worst: { type: 'string', default: '0' }, write: { type: 'boolean', default: false } },
});

/** Forms in English share a knowledge base with others of their kind, and the rest with all forms of their language. */
const baseOf = ({ language, kind }: FiledForm['form']): string => (language === 'en' ? kind : language);

const makeApps = async (testBed: TestBed, filed: readonly FiledForm[]): Promise<Map<string, string>> => {
  const apps = new Map<string, string>();
  for (const [name, group] of Map.groupBy(filed, ({ form }) => baseOf(form))) {
    const base = await importKnowledgeBase(
      testBed,
      group.map(({ file }) => file),
    );
    apps.set(name, await makeApp(testBed, { knowledgeBaseIds: [base] }));
  }
  return apps;
};

interface Reply {
  answer: string;
  answerKind: string;
}

const forms = makeForms();
const questions = chooseQuestions(forms);
const telling = tellingValues(forms);
const filed = await makeFiles(forms);
const testBed = await prepareTestBed({});
try {
  const apps = await makeApps(testBed, filed);
  const ask = async (question: FormQuestion): Promise<Asked> => {
    const body = { appId: apps.get(baseOf(question.form)), query: question.text };
    const { answer, answerKind } = await testBed.client.post<Reply>('/api/content/query', body);
    const given = answerKind === 'ANSWER' ? answer : undefined;
    return { question, answer, judged: judgeAnswer(question, given, telling) };
  };
  const asked: Asked[] = [];
  for (const question of questions) asked.push(await ask(question));
  printFailures(asked, Number(values.worst));
  const table = tableOfFigures(asked, forms.length);
  process.stdout.write(`${table}\n`);
  if (values.write) await writeFigures('forms', table);
} finally {
  await testBed.close();
}
process.exit(0);
