import { describe, expect, it } from 'vitest';
import { buildGraph } from './build-graph.ts';
import type { NameEdit, ReadChunk, ReadEntity, ReadRelation } from './graph-types.ts';
import { undecidedNames } from './undecided-names.ts';

const entity = (name: string, type: string, aliases: string[] = [], description = ''): ReadEntity => ({
  name,
  type,
  aliases,
  description,
});

let chunks = 0;
const chunk = (
  text: string,
  entities: readonly ReadEntity[],
  relations: readonly ReadRelation[] = [],
  importId = 'imp_1',
): ReadChunk => {
  chunks += 1;
  return { chunkId: `chk_${chunks}`, importId, text, start: 1000 * chunks, entities, relations };
};

/** Makes one chunk that mentions all of these entities. */
const naming = (...entities: ReadEntity[]): ReadChunk =>
  chunk(entities.flatMap(({ name, aliases }) => [name, ...aliases]).join(', '), entities);

const namesOf = (chunks: readonly ReadChunk[], edits: readonly NameEdit[] = []): string[][] =>
  buildGraph(chunks, { edits })
    .entities.map(({ names }) => [...new Set(names.map(({ name }) => name))].sort())
    .sort((a, b) => ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1));

/** Shuffles deterministically for a seed. */
const shuffled = <T>(values: readonly T[], seed: number): T[] => {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return values
    .map((value) => ({ value, at: next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ value }) => value);
};

describe('names of one thing', () => {
  it.each([
    ['case and accents', 'ORGANIZATION', ['Café Zürich', 'CAFE ZURICH']],
    ['legal forms', 'ORGANIZATION', ['Acme Corp.', 'Acme', 'ACME Corporation', 'The Acme Co.']],
    ['plurals of things', 'CONCEPT', ['neural network', 'Neural Networks']],
    ['titles of people', 'PERSON', ['Dr. Grace Hopper', 'Grace Hopper', 'Mrs Grace Hopper']],
    ['the order of words', 'PERSON', ['Lovelace, Ada', 'Ada Lovelace']],
    ['middle names', 'PERSON', ['Ada King Lovelace', 'Ada Lovelace']],
    ['misspellings of long words', 'ORGANIZATION', ['Siemens Healthineers', 'Siemens Healthineeers']],
    ['acronyms', 'ORGANIZATION', ['Federal Bureau of Investigation', 'FBI']],
    ['initials', 'PERSON', ['A. Lovelace', 'Ada Lovelace']],
    ['spaces and hyphens', 'PRODUCT', ['Post-It', 'Postit', 'Post It']],
  ])('are put together across %s', (_what, type, names) => {
    const chunks = names.map((name) => naming(entity(name, type)));
    expect(namesOf(chunks)).toEqual([[...names].sort()]);
  });

  it.each([
    ['numbers differ', 'PRODUCT', ['Model 3', 'Model 4']],
    ['a short word differs', 'PERSON', ['Anna Schmidt', 'Anne Schmidt']],
    ['one is a part of the other', 'ORGANIZATION', ['Deutsche Bank', 'Deutsche Bank Research']],
    ['only a surname is shared', 'PERSON', ['Ada Lovelace', 'Charles Lovelace']],
    ['the letters are few', 'CONCEPT', ['Java', 'Lava']],
  ])('stay apart where %s', (_what, type, names) => {
    const chunks = names.map((name) => naming(entity(name, type)));
    expect(namesOf(chunks)).toEqual(names.toSorted().map((name) => [name]));
  });

  it('stay apart where their types disagree, and are put together where the type was only vague', () => {
    expect(
      namesOf([naming(entity('Mercury', 'LOCATION')), naming(entity('Mercury', 'PERSON'))]),
    ).toHaveLength(2);
    const graph = buildGraph([
      naming(entity('Siemens', 'ORGANIZATION')),
      naming(entity('Siemens', 'CONCEPT')),
      naming(entity('Siemens', 'OTHER')),
    ]);
    expect(graph.entities.map(({ name, type }) => [name, type])).toEqual([['Siemens', 'ORGANIZATION']]);
  });

  it('follow an alias that the chunk says, not one that is only claimed, and none that means two things', () => {
    expect(
      namesOf([
        naming(entity('International Business Machines', 'ORGANIZATION', ['Big Blue'])),
        naming(entity('Big Blue', 'ORGANIZATION')),
      ]),
    ).toEqual([['Big Blue', 'International Business Machines']]);
    const claimed = chunk('Only Apple is named here.', [entity('Apple', 'ORGANIZATION', ['Banana'])]);
    expect(namesOf([claimed, naming(entity('Banana', 'ORGANIZATION'))])).toEqual([['Apple'], ['Banana']]);
    expect(
      namesOf([
        naming(entity('Alpha Works', 'ORGANIZATION', ['Group'])),
        naming(entity('Omega Works', 'ORGANIZATION', ['Group'])),
      ]),
    ).toEqual([['Alpha Works'], ['Group'], ['Omega Works']]);
    expect(namesOf([naming(entity('Alpha Works', 'ORGANIZATION', ['the company', 'it']))])).toEqual([
      ['Alpha Works'],
    ]);
  });

  it('are put together by their meaning where an embedding model says so', () => {
    const chunks = [
      naming(entity('machine learner', 'CONCEPT')),
      naming(entity('machine learning', 'CONCEPT')),
    ];
    expect(namesOf(chunks)).toHaveLength(2);
    const asked = undecidedNames(chunks);
    expect(asked).toEqual([
      { atom: 'S:machine learner', text: 'machine learner' },
      { atom: 'S:machine learning', text: 'machine learning' },
    ]);
    expect(buildGraph(chunks, { cosineOf: () => 0.97 }).entities).toHaveLength(1);
    expect(buildGraph(chunks, { cosineOf: () => 0.5 }).entities).toHaveLength(2);
  });
});

describe('corrections by hand', () => {
  const chunks = [
    naming(entity('Acme', 'ORGANIZATION')),
    naming(entity('Road Runner', 'ORGANIZATION')),
    naming(entity('Siemens Healthineers', 'ORGANIZATION')),
    naming(entity('Siemens Healthineeers', 'ORGANIZATION')),
  ];
  const merge: NameEdit = { kind: 'MERGE', groups: [['O:acme', 'O:road runner']] };
  const split: NameEdit = {
    kind: 'SPLIT',
    groups: [['O:siemens healthineers'], ['O:siemens healthineeers']],
  };

  it('merge what nothing else would, split what the names suggest, and the later word wins', () => {
    expect(namesOf(chunks)).toHaveLength(3);
    expect(namesOf(chunks, [merge, split])).toEqual([
      ['Acme', 'Road Runner'],
      ['Siemens Healthineeers'],
      ['Siemens Healthineers'],
    ]);
    const apart: NameEdit = { kind: 'SPLIT', groups: [['O:acme'], ['O:road runner']] };
    expect(namesOf(chunks, [merge, apart])).toHaveLength(3);
    expect(namesOf(chunks, [apart, merge])).toHaveLength(2);
  });

  it('hold when chunks are added, and mean nothing once the names are gone', () => {
    const more = [...chunks, naming(entity('ACME Inc', 'ORGANIZATION')), naming(entity('Pluto', 'LOCATION'))];
    expect(namesOf(more, [merge])[0]).toEqual(['ACME Inc', 'Acme', 'Road Runner']);
    expect(namesOf(chunks.slice(2), [merge])).toHaveLength(1);
  });
});

describe('the graph', () => {
  const relation = (source: string, target: string, description: string, weight = 5): ReadRelation => ({
    source,
    target,
    description,
    weight,
  });
  const ada = entity('Ada Lovelace', 'PERSON', [], 'She wrote the first program.');
  const babbage = entity('Charles Babbage', 'PERSON', [], 'He designed the Analytical Engine.');
  const engine = entity('Analytical Engine', 'PRODUCT', [], 'A machine of brass.');
  const chunks = [
    chunk(
      'Ada Lovelace met Charles Babbage.',
      [ada, babbage],
      [relation('Ada Lovelace', 'Charles Babbage', 'They met.')],
    ),
    chunk(
      'Charles Babbage built the Analytical Engine.',
      [babbage, engine],
      [relation('Charles Babbage', 'the Analytical Engine', 'He built it.', 9)],
    ),
    chunk('Lovelace, Ada programmed the Analytical Engine.', [
      entity('Lovelace, Ada', 'PERSON', [], 'She wrote the first program.'),
      engine,
    ]),
    chunk(
      'Babbage again met A. Lovelace.',
      [entity('A. Lovelace', 'PERSON'), babbage],
      [
        relation('Charles Babbage', 'A. Lovelace', 'They met.'),
        relation('Charles Babbage', 'Charles Babbage', 'He is himself.'),
        relation('Charles Babbage', 'Nobody', 'Nobody is there.'),
      ],
    ),
  ];

  it('merges descriptions, relations and mentions, each with its place in the document', () => {
    const { entities, relations } = buildGraph(chunks);
    expect(entities.map(({ key, name, degree }) => [key, name, degree])).toEqual([
      ['P:a lovelace', 'Ada Lovelace', 1],
      ['P:charles babbage', 'Charles Babbage', 2],
      ['S:analytical engine', 'Analytical Engine', 1],
    ]);
    expect(entities[0]?.description).toBe('She wrote the first program.');
    expect(
      relations.map(({ source, target, description, weight }) => [source, target, description, weight]),
    ).toEqual([
      ['P:a lovelace', 'P:charles babbage', 'They met.', 1],
      ['P:charles babbage', 'S:analytical engine', 'He built it.', 0.9],
    ]);
    for (const { mentions, names } of entities) {
      for (const { chunkId, start, end } of mentions) {
        const found = chunks.find((each) => each.chunkId === chunkId);
        const said = found?.text.slice(start - found.start, end - found.start);
        expect([...names.map(({ name }) => name), found?.text]).toContain(said);
      }
    }
  });

  it('is the same whatever the order of chunks, entities and relations', () => {
    const people = [
      'Ada Lovelace',
      'A. Lovelace',
      'Lovelace, Ada',
      'Grace Hopper',
      'Dr. Grace Hopper',
      'G. Hopper',
    ];
    const things = [
      'Acme Corp',
      'Acme',
      'ACME Ltd',
      'Federal Bureau of Investigation',
      'FBI',
      'Bureau',
      'Compilers',
      'compiler',
    ];
    const many = Array.from({ length: 40 }, (_, at) => {
      const [person = '', thing = '', other = ''] = [
        people[at % people.length],
        things[(at * 7) % things.length],
        things[(at * 3 + 1) % things.length],
      ];
      const type = ['ORGANIZATION', 'CONCEPT', 'OTHER'][at % 3] ?? 'OTHER';
      return chunk(
        `${person} of ${thing} and ${other}.`,
        [
          entity(person, 'PERSON', [], `Person ${at % 4}.`),
          entity(thing, type, [other]),
          entity(other, 'ORGANIZATION'),
        ],
        [relation(person, thing, `Relation ${at % 5}.`), relation(thing, other, 'Belongs.', at % 10)],
        `imp_${at % 3}`,
      );
    });
    const edits: NameEdit[] = [{ kind: 'SPLIT', groups: [['O:acme'], ['O:fbi']] }];
    const reference = buildGraph(many, { edits });
    expect(reference.entities.length).toBeGreaterThan(3);
    expect(reference.communities.length).toBeGreaterThan(0);
    for (let seed = 1; seed <= 60; seed += 1) {
      const other = shuffled(many, seed).map((each) => ({
        ...each,
        entities: shuffled(each.entities, seed + 1000),
        relations: shuffled(each.relations, seed + 2000),
      }));
      expect(buildGraph(other, { edits }), `seed ${seed}`).toEqual(reference);
    }
  });

  it('of what is left after a removal is the graph that was never more', () => {
    for (let seed = 1; seed <= 20; seed += 1) {
      const left = shuffled(chunks, seed).slice(1);
      const { entities, relations } = buildGraph(left);
      const there = new Set(left.map(({ chunkId }) => chunkId));
      for (const { mentions } of [...entities, ...relations]) {
        expect(mentions.length).toBeGreaterThan(0);
        for (const { chunkId } of mentions) expect(there.has(chunkId)).toBe(true);
      }
      expect(buildGraph(shuffled(left, seed + 9))).toEqual(buildGraph(left));
    }
  });

  it('keeps descriptions bounded and says nothing twice', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      naming(
        entity('Acme', 'ORGANIZATION', [], `Fact number ${at % 100} about Acme and what it does all day.`),
      ),
    );
    const [acme] = buildGraph(many).entities;
    expect(acme?.description.length).toBeLessThanOrEqual(1200);
    const facts = acme?.description.match(/Fact number \d+/g) ?? [];
    expect(new Set(facts).size).toBe(facts.length);
    expect(facts.length).toBeGreaterThan(10);
  });

  it('groups what is related among itself', () => {
    const pairs = (names: readonly string[]) =>
      names.flatMap((a, at) => names.slice(at + 1).map((b) => relation(a, b, `${a} knows ${b}.`)));
    const [reds, blues] = [
      ['Ruby Rose', 'Scarlett Hill', 'Crimson King'],
      ['Sky Walker', 'Azure Stone', 'Navy Seal'],
    ];
    const all = [...reds, ...blues].map((name) => entity(name, 'PERSON'));
    const { communities, entities } = buildGraph([
      chunk('x', all, [
        ...pairs(reds),
        ...pairs(blues),
        relation('Ruby Rose', 'Sky Walker', 'They met once.', 1),
      ]),
      naming(entity('Hermit Crab', 'PERSON')),
    ]);
    expect(communities.map(({ members }) => members.length)).toEqual([3, 3]);
    const keys = (names: readonly string[]) => names.map((name) => `P:${name.toLowerCase()}`).sort();
    expect(communities.map(({ members }) => members.toSorted())).toEqual(
      expect.arrayContaining([keys(reds), keys(blues)]),
    );
    expect(communities[0]?.summary).toContain('knows');
    expect(entities.find(({ name }) => name === 'Hermit Crab')?.community).toBe(2);
  });
});
