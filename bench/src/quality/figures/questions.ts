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
  ...asked('2023 Q1 NVDA', [
    ["What was NVIDIA's revenue in the three months ended April 30, 2023?", '7,192'],
    ['NVIDIA total current assets on April 30, 2023', '24,883'],
    ['What did NVIDIA sell in Taiwan in the first quarter of 2023?', '1,796'],
    ["How much were NVIDIA's sales, general and administrative expenses in Q1 2023?", '633'],
  ]),
  ...asked('2023 Q2 NVDA', [
    ['What was the gross profit of NVIDIA in the second quarter of 2023?', '9,462'],
    ["How high were NVIDIA's data center revenues in Q2 2023?", '10,323'],
    ["What was NVIDIA's long-term debt on July 30, 2023?", '8,456'],
  ]),
  ...asked('2023 Q3 NVDA', [
    ['NVIDIA automotive revenue Q3 2023', '261'],
    ["What was NVIDIA's operating income in the three months ended October 29, 2023?", '10,417'],
    ['What were the total liabilities of NVIDIA on October 29, 2023?', '20,883'],
  ]),
  ...asked('2022 Q3 MSFT', [
    ["What was Microsoft's total revenue in the three months ended September 30, 2022?", '50,122'],
    [
      'How much did Microsoft spend on research and development in the quarter ended September 30, 2022?',
      '6,628',
    ],
    ['Total assets of Microsoft on September 30, 2022', '359,784'],
    [
      "What was the operating income of Microsoft's Intelligent Cloud in the three months ended September 30, 2022?",
      '8,978',
    ],
  ]),
  ...asked('2023 Q1 MSFT', [
    ["What was Microsoft's net income for the three months ended December 31, 2022?", '16,425'],
    ['How high was the goodwill of Microsoft on December 31, 2022?', '67,905'],
    ['Microsoft LinkedIn revenue in the three months ended December 31, 2022', '3,876'],
  ]),
  ...asked('2023 Q2 MSFT', [
    ['What was the gross margin of Microsoft in the three months ended March 31, 2023?', '36,729'],
    ['How much did Microsoft earn with service and other in the quarter ended March 31, 2023?', '37,269'],
    ["What were Microsoft's sales and marketing expenses in the three months ended March 31, 2023?", '5,750'],
  ]),
  ...asked('2023 Q3 MSFT', [
    ["What was Microsoft's operating income in the quarter ended September 30, 2023?", '26,895'],
    ['Total current liabilities of Microsoft on September 30, 2023', '124,792'],
    ["What were Microsoft's gaming revenues in the three months ended September 30, 2023?", '3,919'],
  ]),
  ...asked('2022 Q3 INTC', [
    ["What was Intel's net income in the third quarter of 2022?", '1,019'],
    ['How much did Intel spend on research and development in Q3 2022?', '4,302'],
    ['What were the inventories of Intel on October 1, 2022?', '12,831'],
    ['Total current assets of Intel on October 1, 2022', '49,263'],
  ]),
  ...asked('2023 Q1 INTC', [
    ['What was the gross margin of Intel in the first quarter of 2023?', '4,008'],
    ['Intel Mobileye revenue Q1 2023', '458'],
    ["What was Intel's data center and AI revenue in Q1 2023?", '3,718'],
  ]),
  ...asked('2023 Q2 INTC', [
    ["How high was Intel's goodwill on July 1, 2023?", '27,591'],
    ["What was the operating income of Intel's client computing in the second quarter of 2023?", '1,039'],
    ['Total assets of Intel on July 1, 2023', '185,629'],
  ]),
  ...asked('2023 Q3 INTC', [
    ["What were Intel's accounts payable on September 30, 2023?", '8,669'],
    ['Intel desktop revenue in Q3 2023', '2,753'],
    ['How large was the gross margin of Intel in the third quarter of 2023?', '6,018'],
  ]),
];
