import { createRandom } from '../../corpus.ts';

const pools = {
  first:
    'Amelia Bertram Clarissa Dorian Elspeth Fergus Gwendolyn Hamish Imogen Jasper Katrina Lionel Marguerite Nathaniel Ottilie Percival Rosalind Sebastian Theodora Ulric Verena Winifred Xanthe Yorick Zelda Alistair Beatrix Cornelius Delphine Everett Florian Greta Horatio Isolde Joachim Lavinia Mortimer Nerys Osbert Philippa Quentin Rhiannon Siegfried Tabitha Ursula Valentin Wilhelmina Leopold Annelise Crispin'.split(
      ' ',
    ),
  last: 'Abernathy Blackwood Carmody Dunstable Ellsworth Fairweather Grimshaw Hollingbourne Ingleby Jessop Kettleburn Lockridge Merriweather Northcote Oakeshott Pemberton Quillfeather Ravenscroft Stapleford Thackeray Underhill Vantongeren Wetherall Yarborough Zimmerling Ashdown Birtwistle Cholmondeley Dalrymple Entwistle Fothergill Gathercole Hebblethwaite Inchbald Jarrold Kilbride Loxley Musgrave Nettleship Ormerod Postlethwaite Ramsbottom Sowerbutts Tidmarsh Uttley Vickery Wolstenholme Yeardley Applegarth Brocklehurst'.split(
    ' ',
  ),
  street:
    'Lindenweg Harbour_Road Mill_Lane Castle_Street Birkenallee Orchard_Close Quay_Terrace Bridge_Avenue Kirchgasse Station_Parade Foundry_Row Abbey_Gardens Meadow_Rise Tannery_Yard Beacon_Hill Cooper_Square Weaver_Street Priory_Walk Dock_Lane Saffron_Way'.split(
      ' ',
    ),
  town: 'Aldermoor Brackwater Colneford Dunhaven Eastleigh_Vale Fernborough Glenmarsh Hartsmere Inverkell Jarlstad Kelmsworth Larkfield Millbrook Norwick Oxmoor Penhallow Redcastle Silverton Thornbury Ullswick Westerham Ashcombe Birchover Calderstone Drayford'.split(
    ' ',
  ),
  company:
    'Halvorsen_Pumps Meridian_Textiles Oakline_Furniture Borealis_Optics Castor_Bearings Delta_Kiln Ember_Foundry Fjordlight_Lamps Granite_Tools Heliograph_Print Ironbridge_Valves Juniper_Foods Kestrel_Aviation Lumen_Glass Magnolia_Paper Northgate_Cables Obsidian_Coatings Pinnacle_Lifts Quarry_Stone Rivermark_Boats Solstice_Energy Tamarind_Spices Umbra_Blinds Vesper_Audio Willow_Pharma Xenon_Labs Yarrow_Seeds Zephyr_Fans Argent_Clocks Basalt_Roads Cobalt_Dyes Dorado_Fisheries Elmwood_Doors Falcon_Freight Garnet_Ceramics Hawthorn_Brewing'.split(
      ' ',
    ),
};

/** Invents values from a seed. No value comes twice, so that each is known by its form. */
export const createInventor = (seed: number) => {
  const random = createRandom(seed);
  const used = new Set<string>();
  const below = (count: number): number => Math.floor(random() * count);
  const pick = <T>(items: readonly T[]): T => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('There is nothing to pick from.');
    return item;
  };
  const once = (make: () => string): string => {
    for (let tries = 0; tries < 10_000; tries += 1) {
      const value = make();
      if (used.has(value)) continue;
      used.add(value);
      return value;
    }
    throw new Error('No new value can be made.');
  };
  const digits = (count: number) => Array.from({ length: count }, () => below(10)).join('');
  const digitsAfter = (count: number) => `${1 + below(9)}${digits(count - 1)}`;
  const letters = (count: number) =>
    Array.from({ length: count }, () => pick('ABCDEFGHKLMNPRSTUVWXYZ'.split(''))).join('');
  const spaced = (text: string) => text.replaceAll('_', ' ');
  const grouped = (digitsOnly: string, mark: string) => digitsOnly.replace(/\B(?=(\d{3})+$)/g, mark);
  const first = () => once(() => pick(pools.first));
  const last = () => once(() => pick(pools.last));

  return {
    below,
    pick,
    once,
    digits,
    /** A number as a pattern: 9 stands for a digit, A for a letter, all else for itself. */
    coded: (pattern: string): string =>
      once(() => pattern.replace(/[9A]/g, (mark) => (mark === '9' ? digits(1) : letters(1)))),
    person: (): string => once(() => `${pick(pools.first)} ${pick(pools.last)}`),
    firstName: first,
    lastName: last,
    town: (): string => spaced(pick(pools.town)),
    company: (ending = 'Ltd'): string => once(() => `${spaced(pick(pools.company))} ${ending}`),
    street: (): string => once(() => `${spaced(pick(pools.street))} ${1 + below(240)}`),
    /** An address on two lines. */
    address: (): string =>
      once(
        () =>
          `${spaced(pick(pools.street))} ${1 + below(240)}\n${digitsAfter(5)} ${spaced(pick(pools.town))}`,
      ),
    /** A day between the first of `from` and the end of `to`, in the manner of the language. */
    day: (from: number, to: number, manner: 'iso' | 'en' | 'dotted' | 'slashes' = 'iso'): string =>
      once(() => {
        const [year, month, day] = [from + below(to - from + 1), 1 + below(12), 1 + below(28)];
        const [mm, dd] = [`${month}`.padStart(2, '0'), `${day}`.padStart(2, '0')];
        const names =
          'January February March April May June July August September October November December'.split(' ');
        if (manner === 'en') return `${day} ${names[month - 1]} ${year}`;
        if (manner === 'dotted') return `${dd}.${mm}.${year}`;
        return manner === 'slashes' ? `${dd}/${mm}/${year}` : `${year}-${mm}-${dd}`;
      }),
    /** An amount of money of so many digits before the point. */
    amount: (size: number, manner: 'en' | 'de' = 'en'): string =>
      once(() => {
        const [whole, cents] = [digitsAfter(size), digits(2)];
        return manner === 'en' ? `${grouped(whole, ',')}.${cents}` : `${grouped(whole, '.')},${cents}`;
      }),
    /** A whole number of so many digits, with its unit. */
    measure: (size: number, unit: string): string => once(() => `${digitsAfter(size)} ${unit}`),
    decimal: (size: number, unit: string, mark = '.'): string =>
      once(() => `${digitsAfter(size)}${mark}${1 + below(9)} ${unit}`),
  };
};

export type Inventor = ReturnType<typeof createInventor>;
