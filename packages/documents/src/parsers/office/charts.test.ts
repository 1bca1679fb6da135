import { describe, expect, it } from 'vitest';
import { chartNodes, readChart } from './charts.ts';

const points = (...values: readonly string[]) =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
const series = (name: string, categories: string, values: string, kind = ['cat', 'val']) =>
  `<c:ser><c:tx><c:strRef><c:strCache>${points(name)}</c:strCache></c:strRef></c:tx><c:dLbls><c:dLbl><c:tx><c:rich><a:p><a:r><a:t>label</a:t></a:r></a:p></c:rich></c:tx></c:dLbl></c:dLbls><c:${kind[0]}><c:strCache>${categories}</c:strCache></c:${kind[0]}><c:${kind[1]}><c:numCache><c:formatCode>0</c:formatCode>${values}</c:numCache></c:${kind[1]}></c:ser>`;
const title = (text: string) =>
  `<c:title><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:title>`;

describe('a chart', () => {
  it('has its title, and a row for each category with the values of its series', () => {
    const all =
      series('2024', points('East &amp; West', 'South'), points('19.200000000000003', '21')) +
      series('2025', '', '<c:pt idx="1"><c:v>7</c:v></c:pt>');
    const xml = `<c:chart>${title('Sales')}<c:plotArea>${all}<c:catAx>${title('Region')}</c:catAx></c:plotArea></c:chart>`;
    expect(readChart(xml)).toEqual({
      title: 'Sales',
      rows: [
        ['Category', '2024', '2025'],
        ['East & West', '19.2', ''],
        ['South', '21', '7'],
      ],
    });
  });

  it('of points has their places, and numbers what has no name', () => {
    const xml = series('', points('1.5', '2'), points('3', '4'), ['xVal', 'yVal']);
    expect(readChart(xml).rows).toEqual([
      ['Category', 'Series 1'],
      ['1.5', '3'],
      ['2', '4'],
    ]);
    expect(readChart(series('a', '', points('5'))).rows[1]).toEqual(['1', '5']);
  });

  it('without data is no table, and with wrong places of points is small', () => {
    expect(chartNodes(readChart('<c:chart/>'))).toEqual([]);
    const far = '<c:pt idx="99999999"><c:v>1</c:v></c:pt><c:pt idx="-1"><c:v>1</c:v></c:pt>';
    expect(readChart(series('a', '', far)).rows).toEqual([]);
  });
});
