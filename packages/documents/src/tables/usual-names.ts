/** Words of which names of columns consist, in the languages of most documents. Values seldom consist of them. */
const words = new Set(
  `name names nom nombre nome имя название id nr no num number nummer numero número номер key code kode código
  date datum fecha data дата day tag month monat mes year jahr año anno time zeit uhrzeit hour hours stunden from to von bis start end begin
  age alter title titel titre título type typ tipo art kind category kategorie categoria status state zustand
  description beschreibung bezeichnung descripción description details comment comments kommentar bemerkung notes note remark remarks
  price preis prix precio prezzo цена cost costs kosten amount betrag montant importe sum summe total gesamt qty quantity menge anzahl count
  unit einheit units value wert valor valeur rate satz percent prozent share anteil currency währung
  product produkt produit producto item artikel article artículo товар sku part teil material model modell brand marke
  customer kunde client cliente supplier lieferant vendor company firma unternehmen organisation organization employee mitarbeiter person
  first last vorname nachname surname forename department abteilung team role rolle position job function owner contact kontakt
  email mail phone telefon tel hotline fax address adresse street straße city ort stadt town plz zip postcode country land region state area location standort room raum building
  project projekt task aufgabe priority result ergebnis score rank level stufe version file datei url link source quelle language sprache
  invoice rechnung order bestellung contract vertrag payment zahlung account konto tax steuer discount rabatt balance saldo revenue umsatz profit gewinn sales quarter week
  size größe weight gewicht length länge width breite height höhe color colour farbe temperature speed
  question frage answer antwort reason grund action maßnahme event ereignis subject betreff topic thema group gruppe class klasse field feld parameter property
  编号 名称 姓名 日期 时间 数量 单价 价格 金额 单位 部门 类型 状态 备注 说明 地址 电话 客户 产品 型号 规格 项目 序号 合计 年龄 性别
  名前 氏名 日付 数量 価格 単価 金額 備考 住所 電話番号 年齢 品名 合計 이름 날짜 수량 가격 금액 번호 주소 전화 비고`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** Further words of which labels of forms consist. As names of columns they are rare, and as values they are not. */
const labels = new Set(
  `holder applicant owner keeper patient ward diagnosis physician doctor insurance policy birth born gender nationality citizenship occupation
  signature signed issued issuer valid validity expiry expires due reference registration serial vehicle make mass load capacity voltage power current
  previous pressure frequency manufacturer maker inspector inspection inspected reading meter consumption delivery shipping ship carrier recipient sender vat
  subtotal iban bic bank tenant landlord premises rent deposit notice duration capacity certificate batch expiry analyst purity engine fuel seats
  inhaber antragsteller eigentümer halter patient patientin diagnose arzt versicherung geburtsdatum geburtsort geboren geschlecht staatsangehörigkeit beruf
  unterschrift ausgestellt aussteller gültig ablauf fällig referenz aktenzeichen kennzeichen seriennummer fahrzeug masse leistung spannung druck hersteller
  prüfer prüfdatum prüfung gerät baujahr zählernummer zähler zählerstand verbrauch lieferung lieferschein lieferscheinnummer spediteur empfänger absender
  mwst zwischensumme mieter vermieter miete kaution kundennummer rechnungsnummer rechnungsdatum vertragsnummer bestellnummer anschrift telefonnummer
  titulaire propriétaire fabricant naissance signature signé valable échéance référence titular fabricante nacimiento firma válido vencimiento`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

const splitWords = (text: string): string[] => text.toLowerCase().split(/[^\p{L}]+/u);

/** Returns true for a text that contains a word of which labels of forms consist. */
export const isUsualLabel = (text: string): boolean =>
  isUsualName(text) || splitWords(text).some((word) => labels.has(word));

/** Returns true for a text that contains a word of which names of columns consist. */
export const isUsualName = (text: string): boolean =>
  text.length <= 60 && splitWords(text).some((word) => words.has(word));
