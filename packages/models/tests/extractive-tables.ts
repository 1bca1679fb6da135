import type { Chunk } from '../src/prompts/chunk.ts';

/**
 * Questions about tables and the prose around them, with chunks as they come from PDF, spreadsheets and web pages, and similar questions
 * without an answer. Thresholds were chosen by the results of `tuning`; `heldOut` was only measured.
 */
export interface TableCase {
  question: string;
  /** The earlier questions of the conversation, oldest first. */
  earlier?: string[];
  /** The text that the answer has to quote; undefined when no chunk contains the answer. */
  gold: string | undefined;
}

export interface TableSet {
  chunks: Chunk[];
  cases: TableCase[];
}

const chunks = (texts: readonly (readonly [string, string])[]): Chunk[] =>
  texts.map(([documentName, text], at) => ({ index: at + 1, chunkId: `c${at}`, documentName, text }));

const a = (question: string, gold: string, ...earlier: string[]): TableCase => ({ question, gold, earlier });
const none = (question: string, ...earlier: string[]): TableCase => ({ question, gold: undefined, earlier });

const filing: TableSet = {
  chunks: chunks([
    [
      'Apple 10-Q.pdf',
      `Segment Operating Performance

Asia Pacific net sales increased during the third quarter of 2022 compared to the same quarter in 2021 due primarily to higher net sales of iPhone and Services, partially offset by the weakness in foreign currencies relative to the U.S. dollar.

Europe net sales decreased during the third quarter of 2022 due to lower net sales of Mac and the weakness in foreign currencies.`,
    ],
    [
      'Apple 10-Q.pdf',
      `The Company's total net sales increased 2% or $1.5 billion during the third quarter of 2022 compared to the same quarter in 2021. The weakness in foreign currencies had an unfavorable impact on net sales.`,
    ],
    [
      'Apple 10-Q.pdf',
      `Net sales by reportable segment: | Three Months Ended June 25, 2022 | Three Months Ended June 26, 2021 | Change | Nine Months Ended June 25, 2022 | Nine Months Ended June 26, 2021 | Change
Americas | $ 37,472 | $ 35,870 | 4 % | $ 129,850 | $ 116,486 | 11 %
Europe | 19,287 | 18,943 | 2 % | 72,323 | 68,513 | 6 %
Greater China | 14,604 | 14,762 | (1)% | 58,730 | 53,803 | 9 %
Japan | 5,446 | 6,464 | (16)% | 20,277 | 22,491 | (10)%`,
    ],
    [
      'Apple 10-Q.pdf',
      `Gross margin

Products gross margin percentage decreased during the third quarter of 2022 due to a different mix of products.

Research and development expense grew to $6.8 billion, driven by headcount.`,
    ],
    [
      'Apple 10-Q.pdf',
      `The following table shows net sales by category for the three- and nine-month periods ended June 25, 2022 and June 26, 2021 (dollars in millions):

Net sales by category: | Three Months Ended June 25, 2022 | Three Months Ended June 26, 2021 | Change | Nine Months Ended June 25, 2022 | Nine Months Ended June 26, 2021 | Change
iPhone | $ 40,665 | $ 39,570 | 3 % | $ 162,863 | $ 153,105 | 6 %
Mac | 7,382 | 8,235 | (10)% | 28,669 | 26,012 | 10 %
iPad | 7,224 | 7,368 | (2)% | 22,118 | 23,610 | (6)%
Services | 19,604 | 17,486 | 12 % | 58,941 | 50,148 | 18 %
Total net sales | $ 82,959 | $ 81,434 | 2 % | $ 304,182 | $ 282,457 | 8 %`,
    ],
  ]),
  cases: [
    a("Apple's net sales of iPhone, third quarter of 2022?", '40,665'),
    a('And of Mac?', '7,382', "Apple's net sales of iPhone, third quarter of 2022?"),
    a('How much were Services net sales in the third quarter of 2021?', '17,486'),
    a('What were the total net sales for the nine months of 2022?', '304,182'),
    a('net sales japan q3 2022', '5,446'),
    a('What did Greater China sell in the third quarter of 2022?', '14,604'),
    a('How much was spent on research and development?', '6.8 billion'),
    a('Why did the gross margin percentage of products decrease?', 'different mix'),
    none("Apple's net sales of Vision Pro in 2022?"),
    none('How many employees does Apple have?'),
    none('What were the iPhone net sales in 2017?'),
    none('Who audits the company?'),
    none('And of HomePod?', "Apple's net sales of iPhone, third quarter of 2022?"),
    none('When is the next shareholder meeting?'),
  ],
};

const rates: TableSet = {
  chunks: chunks([
    [
      'rooms.xlsx',
      `Room: Aurora
Floor: 2
Seats: 12
Price per day: 180 EUR

Room: Borealis
Floor: 4
Seats: 40
Price per day: 420 EUR

Room: Cirrus
Floor: 1
Seats: 6
Price per day: 90 EUR`,
    ],
    [
      'booking-rules.docx',
      `Rooms are booked in the portal. A booking can be cancelled free of charge until noon of the day before. Catering is ordered from the canteen, at least three working days ahead.`,
    ],
    [
      'people.csv',
      `Name: Mara Lind
Team: Logistics
Extension: 4412

Name: Jonas Pohl
Team: Purchasing
Extension: 4420`,
    ],
  ]),
  cases: [
    a('How many seats does Borealis have?', '40'),
    a('What is the price per day of Cirrus?', '90 EUR'),
    a('On which floor is Aurora?', '2'),
    a('What is the extension of Jonas Pohl?', '4420'),
    a('Which team does Mara Lind belong to?', 'Logistics'),
    a('Until when can I cancel a booking free of charge?', 'until noon'),
    a('And Cirrus?', '6', 'How many seats does Borealis have?'),
    none('How many seats does Stratus have?'),
    none('What is the extension of Peter Ahrens?'),
    none('Is there a projector in Aurora?'),
    none('When does the canteen open?'),
  ],
};

const tariff: TableSet = {
  chunks: chunks([
    [
      'Tarifblatt 2025.pdf',
      `Die Preise gelten ab dem 1. Januar 2025 und enthalten die Umsatzsteuer.

Tarif | Grundpreis im Monat | Arbeitspreis je kWh
Basis | 9,50 € | 34,2 ct
Komfort | 12,90 € | 31,8 ct
Wärmepumpe | 14,20 € | 26,4 ct

Die Kündigungsfrist beträgt sechs Wochen zum Monatsende.`,
    ],
    [
      'Ladestationen.html',
      `Standort | Leistung | Öffnungszeiten
Bahnhof Nord | 150 kW | rund um die Uhr
Rathaus | 22 kW | 7 bis 22 Uhr`,
    ],
  ]),
  cases: [
    a('Wie hoch ist der Grundpreis im Tarif Komfort?', '12,90 €'),
    a('Was kostet die Kilowattstunde für eine Wärmepumpe?', '26,4 ct'),
    a('Wie lang ist die Kündigungsfrist?', 'sechs Wochen'),
    a('Welche Leistung hat die Ladestation am Rathaus?', '22 kW'),
    a('Ab wann gelten die Preise?', '1. Januar 2025'),
    none('Wie hoch ist der Grundpreis im Tarif Premium?'),
    none('Wer ist der Geschäftsführer?'),
    none('Welche Leistung hat die Ladestation am Flughafen?'),
  ],
};

const balance: TableSet = {
  chunks: chunks([
    [
      'annual-report.pdf',
      `Consolidated figures in millions of euros

 | 2023 | 2022 | 2021
Revenue | 1,284.0 | 1,190.5 | 1,043.2
Operating profit | 182.4 | 171.0 | 139.8
Net income | 121.9 | 118.3 | 92.6
Employees | 6,410 | 6,102 | 5,877
Dividend per share | 1.80 € | 1.65 € | 1.40 €`,
    ],
    [
      'annual-report.pdf',
      `Outlook

The Board expects revenue to grow by four to six percent in 2024. The new plant in Porto starts production in autumn 2024. Capital expenditure will be about 95 million euros.`,
    ],
    [
      'annual-report.pdf',
      `Risks

A prolonged rise in energy prices would reduce operating profit by up to 12 million euros. Currency risks are hedged for twelve months.

Supervisory Board

The Supervisory Board is chaired by Helena Brandt. It met six times during the year.`,
    ],
  ]),
  cases: [
    a('What was the revenue in 2022?', '1,190.5'),
    a('And in 2021?', '1,043.2', 'What was the revenue in 2022?'),
    a('How high was the dividend per share in 2023?', '1.80 €'),
    a('How many employees were there in 2021?', '5,877'),
    a('What was the net income in 2023?', '121.9'),
    a('When does the plant in Porto start production?', 'autumn 2024'),
    a('Who chairs the Supervisory Board?', 'Helena Brandt'),
    a('By how much could energy prices reduce operating profit?', '12 million'),
    a('How often did the Supervisory Board meet?', 'six times'),
    a('operating profit 2022', '171.0'),
    none('What was the revenue in 2015?'),
    none('Who is the chief financial officer?'),
    none('What was the cash flow in 2023?'),
    none('How many employees work in Porto?'),
    none('When was the plant in Lisbon closed?'),
    none('What is the share price?'),
  ],
};

const catalogue: TableSet = {
  chunks: chunks([
    [
      'spare-parts.csv',
      `Part: Pump seal
Number: PS-204
Weight: 0.2 kg
Price: 14.50 EUR
Delivery: 2 days

Part: Drive belt
Number: DB-880
Weight: 0.6 kg
Price: 31.00 EUR
Delivery: 5 days

Part: Control board
Number: CB-017
Weight: 1.1 kg
Price: 269.00 EUR
Delivery: 3 weeks`,
    ],
    [
      'service.md',
      `# Service intervals

| Part | Check | Replace |
|---|---|---|
| Pump seal | every 500 hours | every 2,000 hours |
| Drive belt | every 250 hours | every 1,500 hours |

# Warranty

The warranty covers parts and labour for 36 months. Wear parts are excluded.`,
    ],
    [
      'Conditions.docx',
      `Payment is due within 14 days. From 500 EUR on, delivery is free; below, 12 EUR are charged. Returns need the approval of the sales office in Ghent.`,
    ],
  ]),
  cases: [
    a('What does the drive belt cost?', '31.00 EUR'),
    a('How heavy is the control board?', '1.1 kg'),
    a('What is the part number of the pump seal?', 'PS-204'),
    a('How long is the delivery of CB-017?', '3 weeks'),
    a('When must the pump seal be replaced?', '2,000 hours'),
    a('How long is the warranty?', '36 months'),
    a('And the drive belt?', '1,500 hours', 'When must the pump seal be replaced?'),
    a('Within how many days is payment due?', '14 days'),
    none('What does the fan cost?'),
    none('What is the number of the fuel filter?'),
    none('How long is the delivery of CB-099?'),
    none('Who is the managing director of the sales office?'),
    none('And the gearbox?', 'What does the drive belt cost?'),
  ],
};

export const tableTuning: readonly TableSet[] = [filing, rates, tariff];
export const tableHeldOut: readonly TableSet[] = [balance, catalogue];
