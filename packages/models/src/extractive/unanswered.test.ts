import { describe, expect, it } from 'vitest';
import { form } from '../../tests/extractive-score.ts';
import { type TableCase, type TableSet, tableHeldOut, tableTuning } from '../../tests/extractive-tables.ts';
import { questionLanguage, replyLanguages } from './languages/question-language.ts';
import { replyTexts } from './languages/reply-texts.ts';

const ask = ({ question, earlier = [] }: TableCase, { chunks }: TableSet) =>
  form(
    question,
    chunks,
    earlier.flatMap((content) => [
      { role: 'user' as const, content },
      { role: 'assistant' as const, content: 'Something.' },
    ]),
  );

const score = async (sets: readonly TableSet[]) => {
  const counts = { right: 0, wrong: 0, closest: 0, answeredNothing: 0, admitted: 0 };
  for (const set of sets)
    for (const each of set.cases) {
      const { text, kind } = await ask(each, set);
      if (each.gold === undefined) counts[kind === 'ANSWER' ? 'answeredNothing' : 'admitted'] += 1;
      else if (kind !== 'ANSWER') counts.closest += 1;
      else counts[text.includes(each.gold) ? 'right' : 'wrong'] += 1;
    }
  return counts;
};

const filing = tableTuning[0] as TableSet;

describe('questions about tables and the prose around them', () => {
  it('are answered right or with the closest chunks, hardly ever wrong', async () => {
    expect(await score(tableTuning)).toEqual({
      right: 19,
      wrong: 0,
      closest: 1,
      answeredNothing: 0,
      admitted: 13,
    });
    expect(await score(tableHeldOut)).toEqual({
      right: 18,
      wrong: 0,
      closest: 0,
      answeredNothing: 1,
      admitted: 10,
    });
  });

  it('get of a wide row the column that they name', async () => {
    const [iphone, mac] = filing.cases as [TableCase, TableCase];
    expect((await ask(iphone, filing)).text).toBe(
      'Net sales by category: iPhone; Three Months Ended June 25, 2022: $ 40,665 [5]',
    );
    expect((await ask(mac, filing)).text).toContain('Mac; Three Months Ended June 25, 2022: 7,382 [5]');
  });
});

describe('a question that nothing answers clearly', () => {
  it('gets the chunks that come closest, and says so', async () => {
    const { text, kind } = await form('What were the iPhone net sales in 2017?', filing.chunks);
    expect(kind).toBe('CLOSEST_CHUNKS');
    expect(text).toMatch(
      /^I found no clear answer in the documents\. These parts of them come closest:\n\n- /,
    );
    expect(text.match(/\[\d\]/g)).toContain('[5]');
  });

  it.each([
    ['german', 'Wie viele Mitarbeiter hat das Unternehmen?'],
    ['french', 'Combien d’employés y a-t-il dans la société ?'],
    ['spanish', '¿Cuántos empleados tiene la empresa?'],
    ['italian', 'Quanti dipendenti ha la società?'],
    ['portuguese', 'Quantos funcionários tem a empresa?'],
    ['dutch', 'Hoeveel werknemers heeft het bedrijf?'],
    ['danish', 'Hvor mange ansatte er der?'],
    ['swedish', 'Hur många anställda har företaget?'],
    ['finnish', 'Kuinka monta työntekijää yrityksessä on?'],
    ['hungarian', 'Hány alkalmazottja van a cégnek?'],
    ['romanian', 'Câți angajați are firma și unde sunt?'],
    ['turkish', 'Şirketin kaç çalışanı var?'],
    ['russian', 'Сколько сотрудников в компании?'],
    ['ukrainian', 'Скільки працівників у компанії?'],
    ['arabic', 'كم عدد الموظفين في Apple؟'],
    ['hebrew', 'כמה עובדים יש בחברה?'],
    ['chinese', '公司有多少员工？'],
    ['japanese', '従業員は何人ですか？'],
  ] as const)('is told so in %s', async (language, question) => {
    const { text, kind } = await form(question, filing.chunks);
    expect(kind).toBe('CLOSEST_CHUNKS');
    expect(text.startsWith(replyTexts[language].closest)).toBe(true);
  });

  it('is told so in English where its language cannot be told', () => {
    expect(questionLanguage('iPhone 2022')).toBeUndefined();
    expect(questionLanguage('What does 東京 mean in the contract with Tokyo?')).toBe('english');
    expect(Object.keys(replyTexts).sort()).toEqual([...replyLanguages].sort());
  });

  it('is offered as the documents spell it, and the question that heads the nearest chunk', async () => {
    const { text, wordings } = await form('iphnoe net sales 2022', filing.chunks);
    expect(wordings).toEqual(['iphone net sales 2022']);
    expect(text).toContain('You could also ask: “iphone net sales 2022”');
    const headed = [
      {
        index: 1,
        chunkId: 'a',
        documentName: 'b.md',
        heading: 'Where do I park?',
        text: 'Bikes stand in the yard.',
      },
    ];
    expect((await form('What does a bikes permit cost?', headed)).wordings).toEqual(['Where do I park?']);
  });

  it('is not offered with another ending of the same word', async () => {
    const chunk = {
      index: 1,
      chunkId: 'a',
      documentName: 'b.md',
      text: 'フェリーは毎日出ます。 The ferry sails daily.',
    };
    expect((await form('Who sail the ferry?', [chunk])).wordings).toEqual([]);
    expect((await form('Who sials the ferry?', [chunk])).wordings).toEqual(['Who sails the ferry?']);
  });
});
