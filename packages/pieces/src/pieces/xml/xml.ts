import type { FieldValues } from '@atelier/contracts/fields/fields';
import { limitText, longestText } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { isOn, readJsonField, readTextField, readTextListField } from '../../values.ts';
import { type Lists, readXml } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

const readLists = (values: FieldValues): Lists =>
  readTextField(values, 'lists') === 'ALL'
    ? 'all'
    : new Set(readTextListField(values, 'listNames').map((name) => name.trim()));

export const xml: Piece = {
  name: 'xml',
  version: '1.1.0',
  displayName: 'XML',
  description: 'Reads and writes XML.',
  category: 'DATA',
  icon: 'code',
  triggers: [],
  actions: [
    {
      kind: 'pure',
      name: 'parse_xml',
      displayName: 'Read XML',
      description: 'Makes an object of XML. Attributes begin with @, and repeated elements are a list.',
      fields: [
        { name: 'text', label: 'XML', type: 'LONG_TEXT', required: true, max: longestText },
        {
          name: 'lists',
          label: 'Always a list',
          type: 'STATIC_DROPDOWN',
          default: 'REPEATED',
          description:
            'Without this, an element that occurs once is no list, although it is one on another day. Loops and lists of fields take both.',
          options: [
            { value: 'REPEATED', label: 'Only elements that occur several times' },
            { value: 'NAMED', label: 'These elements' },
            { value: 'ALL', label: 'All elements below the outermost one' },
          ],
        },
        {
          name: 'listNames',
          label: 'Names of elements',
          type: 'ARRAY',
          max: 100,
          description: 'With their prefix, if they have one, such as item or dc:creator.',
          shownWhen: { field: 'lists', values: ['NAMED'] },
        },
      ],
      sample: { order: { '@id': '7', line: ['one', 'two'] } },
      run: (values) => readXml(readTextField(values, 'text'), readLists(values)),
    },
    {
      kind: 'pure',
      name: 'write_xml',
      displayName: 'Write XML',
      description: 'Makes XML of an object.',
      fields: [
        { name: 'value', label: 'Value', type: 'JSON', isAnyJson: true, required: true, default: null },
        {
          name: 'root',
          label: 'Outermost element',
          type: 'SHORT_TEXT',
          max: 200,
          description: 'Empty: the only field of the value.',
        },
        { name: 'declaration', label: 'With the first line <?xml …?>', type: 'CHECKBOX', default: true },
      ],
      sample: '<order id="7"><line>one</line></order>',
      run: (values) => {
        const written = writeXml(readJsonField(values, 'value'), readTextField(values, 'root').trim());
        return limitText(
          `${isOn(values, 'declaration') ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''}${written}`,
        );
      },
    },
  ],
};
