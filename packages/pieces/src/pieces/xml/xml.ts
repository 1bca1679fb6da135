import { limitText, longestText } from '../../limits.ts';
import type { Piece } from '../../piece.ts';
import { isOn, jsonOf, textOf } from '../../values.ts';
import { readXml } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

export const xml: Piece = {
  name: 'xml',
  version: '1.0.0',
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
      fields: [{ name: 'text', label: 'XML', type: 'LONG_TEXT', required: true, max: longestText }],
      sample: { order: { '@id': '7', line: ['one', 'two'] } },
      run: (values) => readXml(textOf(values, 'text')),
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
        const written = writeXml(jsonOf(values, 'value'), textOf(values, 'root').trim());
        return limitText(
          `${isOn(values, 'declaration') ? '<?xml version="1.0" encoding="UTF-8"?>\n' : ''}${written}`,
        );
      },
    },
  ],
};
