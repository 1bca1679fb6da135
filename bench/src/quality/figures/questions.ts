/** A question for one figure of a quarterly report, with the report and the cell that answer it. */
export interface FigureQuestion {
  text: string;
  report: string;
  figure: string;
}

const asked = (report: string, pairs: readonly (readonly [string, string])[]): FigureQuestion[] =>
  pairs.map(([text, figure]) => ({ text, report: `${report}.pdf`, figure }));

/** Questions that we wrote about the statements in the reports, by company, product and period. */
export const figureQuestions: readonly FigureQuestion[] = [
  ...asked('2022 Q3 AAPL', [
    ["What were Apple's iPhone net sales in the third quarter of 2022?", '40,665'],
    ['Total current assets of Apple on June 25, 2022', '112,292'],
    ['How much did Apple spend on research and development in Q3 2022?', '6,797'],
    ["What was Apple's operating income for the three months ended June 25, 2022?", '23,076'],
  ]),
  ...asked('2023 Q1 AAPL', [
    ["What were Apple's total net sales in the quarter that ended on December 31, 2022?", '117,154'],
    ['Apple iPad net sales Q1 2023', '9,396'],
    ["What was Apple's net income in the first quarter of 2023?", '29,998'],
    ['How large were the inventories of Apple on December 31, 2022?', '6,820'],
  ]),
  ...asked('2023 Q2 AAPL', [
    ['What did Apple sell in Greater China in the second quarter of 2023?', '17,812'],
    ["What were Apple's Mac net sales in Q2 2023?", '7,168'],
    ['What was the gross margin of Apple in the three months ended April 1, 2023?', '41,976'],
  ]),
  ...asked('2023 Q3 AAPL', [
    ["What were Apple's net sales of services in the third quarter of 2023?", '21,213'],
    ['Total assets of Apple on July 1, 2023', '335,038'],
    ['How much were the net sales of Apple in Japan in Q3 2023?', '4,821'],
  ]),
  ...asked('2022 Q3 AMZN', [
    ["What was Amazon's operating income in the third quarter of 2022?", '2,525'],
    ['AWS net sales of Amazon Q3 2022', '20,538'],
    ['How much did Amazon earn with advertising services in the third quarter of 2022?', '9,548'],
    ['What was the goodwill of Amazon on September 30, 2022?', '20,168'],
  ]),
  ...asked('2023 Q1 AMZN', [
    ['What did fulfillment cost Amazon in the first quarter of 2023?', '20,905'],
    ["What were Amazon's net sales of subscription services in Q1 2023?", '9,657'],
    ['Total current assets of Amazon on March 31, 2023', '136,221'],
  ]),
  ...asked('2023 Q2 AMZN', [
    ['What were the total net sales of Amazon in the second quarter of 2023?', '134,383'],
    ["What was Amazon's operating income in Q2 2023?", '7,681'],
    ['Net sales of the online stores of Amazon in the three months ended June 30, 2023', '52,966'],
  ]),
  ...asked('2023 Q3 AMZN', [
    ["How high was Amazon's long-term debt on September 30, 2023?", '61,098'],
    ["What were Amazon's sales and marketing expenses in the third quarter of 2023?", '10,551'],
    ['AWS net sales of Amazon Q3 2023', '23,059'],
  ]),
  ...asked('2022 Q3 NVDA', [
    ["What was NVIDIA's data center revenue in the third quarter of 2022?", '3,833'],
    ['How high were the gaming revenues of NVIDIA in the three months ended October 30, 2022?', '1,574'],
    ["What were NVIDIA's inventories on October 30, 2022?", '4,454'],
    ['NVIDIA net income Q3 2022', '680'],
  ]),
];
