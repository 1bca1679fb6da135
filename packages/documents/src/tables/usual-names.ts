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

/** Returns true for a text that contains a word of which names of columns consist. */
export const isUsualName = (text: string): boolean =>
  text.length <= 60 &&
  text
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => words.has(word));
