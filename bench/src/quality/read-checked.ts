import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The checksum of each file, so that figures of two runs are of the same data. */
const checksums: Record<string, string> = {
  'anthropic_docs.json': '8e2b9961dfdf22092f5b326a20185ca8cd8ad57156385182ba6ddceacd4b51eb',
  'docs_evaluation_dataset.json': '5c91a737d3467c8fd918fe1a962ca630c560ca3975bc104748f35e5165c67ff0',
  'codebase_chunks.json': '70dbed1cb8a90a107b23742b1537051346860f841ec8b03734c1298fa4a34d46',
  'evaluation_set.jsonl': '7186e2bed15547a2ed178134876b29e4abb206bf0394facbe61d58bf835ee073',
  'chatlogs.md': '543a98f82b2a6a492349fd7f8c9d6c3e78d1a4af81d13c79a7fd513c3f65bda6',
  'finance.md': '1c48d0156820abc88e46e5c992fa0cd2708b07ae59a3771b2b18234b7208561f',
  'pubmed.md': '0fd9242ffb253695e5d0f0215cb79a66a2a8f1236591e764c60d370747684ced',
  'state_of_the_union.md': '6fc21d560d31eb2421e337596feea0f83f1fa9ca02c6c4e47bc26959d7531b37',
  'wikitexts.md': '74cafcdb771185ecb9f22cc41b73e2e44477e0636ecf9cf1f96fd6ee0f4b86c0',
  'questions_df.csv': '3ab3901889b8900f43775537bf12d36bd6614255fc59124faca31bede1dda7a3',
  'doc-text': 'a69b907bdbf59e43b8004e521eb3560dbbaa9cd5facfad4b30b0392434ba18e4',
  'query-text': '0f5e9a179334183cc3b04fe24d9bdfc3f656b08330e6798d8df5dc621bf8e6d5',
  'rlv-ass': '1af78732abed49055218c1548c27cfa354c5d02a9b6c9cb854b9d0b74fcce24c',
  'cran.all.1400': 'b234544b6ceccd131520df4a3cb6d42aee6576eb577933d047e722bbfe7b0b09',
  'cran.qry': '99578ceb88941ef89c14faf7c63c23776a376d8fba319b990f01d0c601d8b03f',
  cranqrel: '92e54b58dac0b980152178f350d892fae66c8a239b8a11715b835fb8d2f6bc0e',
  'xquad.de.json': '990b5d746746ed65ed4702ea5f35f99ffa4e2f1c390c07d003642acd937916f9',
  'xquad.en.json': 'e4c57d1c9143aaa1c5d265ba5987a65f4e69528d2a98f29d6e75019b10344f29',
  'xquad.es.json': 'dcbae93ec3a9f4b9e78fd834a171d6f96c1a875e10e15b7530b7e4ef4971e37e',
  'xquad.ru.json': '208d5b1aa154c52b1b5c5eda16281e455e8fd198cdb9af3f469f0d6037d973bf',
  'xquad.tr.json': '92179a564774b7696100d144c1e10870d0a966b6fccbdd254a65b9d2ab1971cc',
  'squad2.dev.json': 'e67e5969b6dc6c1642154740806b79263b77fc048c7c11ee60d534eb48ef81e8',
  'policyqa.dev.json': '5ced8cbe6617c132999a57b3ab910fc242501357fc99cbc5a1802f0a1b9ce4bf',
  'policyqa.test.json': '92929068b7dffa1843f81d661f23da86a64f4a35ffae59fa8d78878277ab9a7f',
  'covidqa.json': 'ab310b4e39f726e087c8fa3d1787c73771dacddc584977204ebe3cc889ee1264',
  'xquad.zh.json': '691d0b3359bc6b8faa8de931dfdfe21d50a65861ae348e32a0d1a0190b0c8835',
};

/** Reads a file of a set. Throws when it is another one than docs/quality.md names. */
export const readChecked = async (folder: string, name: string): Promise<string> => {
  const bytes = await readFile(join(folder, name));
  const sum = createHash('sha256').update(bytes).digest('hex');
  if (sum !== checksums[name])
    throw new Error(`${name} is another file than docs/quality.md names: its sha256 is ${sum}.`);
  return bytes.toString('utf8');
};
