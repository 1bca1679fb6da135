/**
 * Questions with the sentence that answers them, for the extractive model. The documents were written for this set. Weights were chosen by
 * the results of `tuning`; `heldOut` was only measured.
 */
export const documents: Record<string, { name: string; text: string }> = {
  leave: {
    name: 'employee-handbook.pdf',
    text: `# Annual leave

Full-time employees receive 25 working days of paid annual leave per calendar year. Part-time employees receive a share of this in
proportion to their contracted hours. Leave must be requested in the portal at least two weeks in advance.

Up to five unused days may be carried over into the next year. They lapse on 31 March.

# Sick leave

Tell your line manager before 9:30 on the first day of illness. A doctor's certificate is required from the fourth day of absence. Sick pay
is paid in full for six weeks.`,
  },
  expenses: {
    name: 'Travel and expenses policy.docx',
    text: `Expense claims

Claims are submitted through the finance tool within 30 days of the purchase. Original receipts must be attached for every item above 10 EUR.
Claims without receipts are rejected because the tax authority does not accept them.

Travel

Rail is the default for journeys under four hours. Flights in economy class may be booked when the train takes longer than that. The
daily meal allowance is 28 EUR in Germany and 42 EUR in Switzerland. Alcohol is never reimbursed.

Approval

Trips that cost more than 1,500 EUR need the written approval of the department head. Anna Kessler in Finance answers questions about claims.`,
  },
  security: {
    name: 'it-security.md',
    text: `## Passwords

Passwords have at least 14 characters. They expire after 180 days and the last ten cannot be used again. After five failed attempts an account
is locked for 20 minutes.

## Reset a password

To reset a forgotten password:

1. Open the sign-in page and choose "Forgot password"
2. Enter your work email
3. Follow the link in the message within one hour

## Lost devices

Report a lost or stolen laptop to the service desk at once, on extension 4040. The service desk wipes the device remotely. This protects customer data
even when the disk is not encrypted.`,
  },
  dishwasher: {
    name: 'DW-600 user manual.pdf',
    text: `Technical data

| Property | Value |
|---|---|
| Weight | 38 kg |
| Noise level | 44 dB |
| Water consumption | 9.5 l per cycle |
| Rated power | 1,900 W |

Cleaning the filter

Clean the filter once a month. Turn the cylinder anticlockwise and lift it out. Rinse it under running water, then put it back until it clicks.

Error codes

E15: Water is in the base tray. Close the tap and call customer service.
E24: The drain hose is kinked or blocked. Straighten the hose and restart the appliance.
E09: The heating element is faulty.

Warranty

The manufacturer's guarantee runs for two years from the date of purchase. It does not cover glass parts and lamps.`,
  },
  lease: {
    name: 'lease agreement.pdf',
    text: `1. Parties. The landlord is Harbour Estates Ltd. The tenant is Miriam Oduya.

2. Term. The tenancy begins on 1 September 2024 and runs for 24 months. Either party may end it with three months' written notice after the
first twelve months.

3. Rent. The monthly rent is £1,450, payable in advance on the first day of each month. A deposit of two months' rent is held by an independent
scheme.

4. Use. Subletting is not permitted without the landlord's written consent. Pets are allowed except dogs over 20 kg. Smoking is prohibited inside
the flat.

5. Repairs. The landlord keeps the structure, the heating and the plumbing in repair. Minor repairs below £75 are paid by the tenant.`,
  },
  bees: {
    name: 'bees.txt',
    text: `The western honey bee lives in colonies of 20,000 to 80,000 workers with a single queen. The queen lays up to 2,000 eggs a day in early
summer. She mates only once in her life, with a dozen or more drones.

Workers tell each other where food is by means of the waggle dance. It was decoded by Karl von Frisch, who received the Nobel Prize for this work in
1973. The angle of the dance shows the direction relative to the sun; its length shows the distance.

In winter the colony forms a cluster and shivers to keep warm, because bees cannot fly below about 10 degrees. The temperature inside the cluster stays near
35 degrees while brood is present.`,
  },
  shop: {
    name: 'faq.html',
    text: `How long does delivery take?
Standard delivery takes three to five working days. Express orders placed before 14:00 arrive the next working day.

What does shipping cost?
Shipping is free for orders over 50 EUR. Below that we charge 4.90 EUR. Express shipping costs 12.90 EUR.

Can I return an item?
You can send goods back within 30 days of receipt. Unworn items are refunded in full to the original means of payment. Sale items can only be exchanged.

How do I reach you?
Our customer service is available by phone on weekdays from 8:00 to 18:00 and by chat at any time.`,
  },
  rocket: {
    name: 'mission-report.pdf',
    text: `Launch took place on 12 June 2031 at 06:42 UTC from Alcântara. The second stage shut down eleven seconds early owing to a blocked oxidiser filter.
As a consequence the satellite reached an orbit of 480 km instead of the planned 550 km. Its own thrusters raised it over the following six weeks, which used 40 per cent of
the fuel on board. The expected service life thus falls from nine years to five.

The board of inquiry was chaired by Dr. Ines Tavares. It recommends an additional filter test after fuelling. Costs of the delay
are put at 3.2 million dollars.`,
  },
  urlaub: {
    name: 'Betriebsvereinbarung.pdf',
    text: `Arbeitszeit

Die regelmäßige Arbeitszeit beträgt 38,5 Stunden in der Woche. Die Kernzeit liegt zwischen 9:30 und 15:00 Uhr. Überstunden werden innerhalb von
drei Monaten durch Freizeit ausgeglichen.

Mobiles Arbeiten

Beschäftigte dürfen an bis zu drei Tagen in der Woche mobil arbeiten. Der Arbeitgeber stellt dafür einen Laptop und einen Bildschirm. Im Ausland ist mobiles
Arbeiten nur nach Zustimmung der Personalabteilung erlaubt.`,
  },
  musee: {
    name: 'musee.txt',
    text: `Le musée est ouvert du mardi au dimanche de 10 h à 18 h. Il est fermé le lundi ainsi que le 1er mai. L'entrée coûte 12 euros, 8 euros pour les
étudiants, et elle est gratuite pour les moins de 18 ans. Les photographies sans flash sont autorisées dans toutes les salles.`,
  },
};

export interface Triple {
  question: string;
  /** The document that contains the answer, and a part of the sentence that gives it. */
  document: keyof typeof documents;
  gold: string;
}

const t = (question: string, document: string, gold: string): Triple => ({ question, document, gold });

export const tuning: Triple[] = [
  t('How many vacation days do I get?', 'leave', '25 working days'),
  t('When do I need a doctor’s certificate?', 'leave', 'from the fourth day'),
  t('What happens to leave that I did not use?', 'leave', 'carried over'),
  t('How do I reset my password?', 'security', 'Forgot password'),
  t('How long must a password be?', 'security', 'at least 14 characters'),
  t('Who do I ask about expense claims?', 'expenses', 'Anna Kessler'),
  t('Why are claims without receipts rejected?', 'expenses', 'tax authority'),
  t('What is the meal allowance in Switzerland?', 'expenses', '42 EUR'),
  t('What does error E24 mean?', 'dishwasher', 'drain hose'),
  t('How heavy is the dishwasher?', 'dishwasher', '38 kg'),
  t('How long is the guarantee?', 'dishwasher', 'two years'),
  t('Who is the landlord?', 'lease', 'Harbour Estates'),
  t('When does the tenancy begin?', 'lease', '1 September 2024'),
  t('Are dogs allowed in the flat?', 'lease', 'except dogs'),
  t('Who decoded the waggle dance?', 'bees', 'Karl von Frisch'),
  t('How many eggs does a queen lay?', 'bees', '2,000 eggs'),
  t('What does express shipping cost?', 'shop', '12.90 EUR'),
  t('Within how many days can goods be returned?', 'shop', '30 days of receipt'),
  t('Why did the second stage shut down early?', 'rocket', 'oxidiser filter'),
  t('Wie viele Stunden beträgt die Arbeitszeit?', 'urlaub', '38,5 Stunden'),
  t('Quel est le prix de l’entrée ?', 'musee', '12 euros'),
];

export const heldOut: Triple[] = [
  t('What happens to an account after too many wrong passwords?', 'security', 'locked for 20 minutes'),
  t('My laptop was stolen, whom do I tell?', 'security', 'extension 4040'),
  t('How long is sick pay paid?', 'leave', 'six weeks'),
  t('By when do carried over days lapse?', 'leave', '31 March'),
  t('Can I fly economy?', 'expenses', 'economy class'),
  t('Who has to approve expensive trips?', 'expenses', 'department head'),
  t('Is alcohol reimbursed?', 'expenses', 'never reimbursed'),
  t('How often should I clean the filter?', 'dishwasher', 'once a month'),
  t('How loud is the machine?', 'dishwasher', '44 dB'),
  t('What is not covered by the warranty?', 'dishwasher', 'glass parts'),
  t('How much water does it use per cycle?', 'dishwasher', '9.5 l'),
  t('How much is the rent?', 'lease', '£1,450'),
  t('Can I sublet the flat?', 'lease', 'Subletting'),
  t('Who pays for small repairs?', 'lease', 'below £75'),
  t('What notice period applies?', 'lease', "three months' written notice"),
  t('How do bees stay warm in winter?', 'bees', 'shivers'),
  t('When did von Frisch receive the Nobel Prize?', 'bees', '1973'),
  t('What does the angle of the dance show?', 'bees', 'direction relative to the sun'),
  t('When is customer service available by phone?', 'shop', 'weekdays from 8:00'),
  t('Can sale items be returned?', 'shop', 'only be exchanged'),
  t('How long does standard delivery take?', 'shop', 'three to five working days'),
  t('From where was the satellite launched?', 'rocket', 'Alcântara'),
  t('Who chaired the board of inquiry?', 'rocket', 'Ines Tavares'),
  t('How much did the delay cost?', 'rocket', '3.2 million'),
  t('Darf ich im Ausland mobil arbeiten?', 'urlaub', 'Personalabteilung'),
  t('Wann ist die Kernzeit?', 'urlaub', '9:30 und 15:00'),
  t('Quand le musée est-il fermé ?', 'musee', 'fermé le lundi'),
];

/** Questions that no document answers. */
export const unanswerable: string[] = [
  'What is the capital of Australia?',
  'Who won the football world cup in 1998?',
  'How do I bake sourdough bread?',
  'What is the salary of the managing director?',
  'Which programming language is the portal written in?',
  'When was the company founded?',
  'How many moons does Jupiter have?',
  'What colour is the dishwasher door?',
  'Does the museum have a restaurant?',
  'Who designed the queen’s palace?',
  'What is the exchange rate of the dollar to the yen?',
  'Wie hoch ist der Mount Everest?',
];
