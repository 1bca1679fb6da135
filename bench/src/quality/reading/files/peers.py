"""Writes the text that other programs read out of the files of a folder: python peers.py FOLDER > peers.jsonl

Needs pymupdf, python-docx, python-pptx, openpyxl, xlrd, striprtf, beautifulsoup4 and lxml. A peer that takes more than 12 seconds is left out.
"""

import contextlib
import csv
import email
import email.policy
import io
import json
import os
import posixpath
import signal
import sys
import urllib.parse
import zipfile

import bs4
import docx
import openpyxl
import pptx
import pymupdf
import xlrd
from docx.table import Table
from docx.text.paragraph import Paragraph
from lxml import etree
from striprtf.striprtf import rtf_to_text

TEXT = "{urn:oasis:names:tc:opendocument:xmlns:text:1.0}"
BODY = ".//{urn:oasis:names:tc:opendocument:xmlns:office:1.0}body"


def read_bytes(path):
    with open(path, "rb") as file:
        return file.read()


def read_pdf(path):
    document = pymupdf.open(path)
    if document.needs_pass:
        raise ValueError("password")
    return "\n".join(page.get_text() for page in document)


def read_docx(path):
    document = docx.Document(path)
    texts = []
    for block in document.element.body.iterchildren():
        if block.tag.endswith("}p"):
            texts.append(Paragraph(block, document).text)
        elif block.tag.endswith("}tbl"):
            rows = Table(block, document).rows
            texts.extend(cell.text for row in rows for cell in row.cells)
    return "\n".join(texts)


def texts_of_shapes(shapes):
    for shape in shapes:
        if shape.shape_type == 6:
            yield from texts_of_shapes(shape.shapes)
        elif shape.has_text_frame:
            yield shape.text_frame.text
        elif getattr(shape, "has_table", False):
            yield from (cell.text for row in shape.table.rows for cell in row.cells)


def read_pptx(path):
    slides = pptx.Presentation(path).slides
    return "\n".join(text for slide in slides for text in texts_of_shapes(slide.shapes))


def text_of_value(value):
    """Programs of spreadsheets show whole numbers without a point, and days without a time."""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).removesuffix(" 00:00:00")


def read_xlsx(path):
    sheets = openpyxl.load_workbook(path, data_only=True).worksheets
    rows = (row for sheet in sheets if sheet.sheet_state == "visible" for row in sheet.iter_rows(values_only=True))
    return "\n".join(text_of_value(value) for row in rows for value in row if value is not None)


def read_xls(path):
    sheets = xlrd.open_workbook(path, logfile=io.StringIO()).sheets()
    rows = (row for sheet in sheets if sheet.visibility == 0 for row in sheet.get_rows())
    return "\n".join(text_of_value(cell.value) for row in rows for cell in row if cell.ctype not in (0, 6))


def text_of_odf(element):
    if not isinstance(element.tag, str) or element.tag == TEXT + "tracked-changes":
        return element.tail or ""
    begin = " " if element.tag in (TEXT + "s", TEXT + "tab", TEXT + "line-break") else element.text or ""
    end = "\n" if element.tag in (TEXT + "p", TEXT + "h") else ""
    return begin + "".join(map(text_of_odf, element)) + end + (element.tail or "")


def read_odf(path):
    return text_of_odf(etree.fromstring(zipfile.ZipFile(path).read("content.xml")).find(BODY))


def read_rtf(path):
    return rtf_to_text(read_bytes(path).decode("latin1"), errors="ignore")


def text_of_html(html):
    page = bs4.BeautifulSoup(html, "lxml")
    for part in page(["script", "style", "noscript", "template", "head", "title"]):
        part.extract()
    return page.get_text("\n")


def read_html(path):
    return text_of_html(read_bytes(path))


def read_mail(path):
    message = email.message_from_bytes(read_bytes(path), policy=email.policy.default)
    body = message.get_body(preferencelist=("plain", "html"))
    if body is None:
        return message["subject"] or ""
    text = body.get_content()
    return text_of_html(text) if body.get_content_type() == "text/html" else text


def read_text(path):
    data = read_bytes(path)
    return data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")


def read_csv(path):
    text = read_text(path)
    try:
        dialect = csv.Sniffer().sniff(text[:4000], ",;\t|")
    except csv.Error:
        dialect = "excel"
    return "\n".join(cell for row in csv.reader(io.StringIO(text), dialect) for cell in row)


def read_epub(path):
    book = zipfile.ZipFile(path)
    name = etree.fromstring(book.read("META-INF/container.xml")).find(".//{*}rootfile").get("full-path")
    package = etree.fromstring(book.read(name))
    parts = {item.get("id"): urllib.parse.unquote(item.get("href")) for item in package.findall(".//{*}item")}
    names = (posixpath.join(posixpath.dirname(name), parts[ref.get("idref")]) for ref in package.findall(".//{*}itemref"))
    return "\n".join(text_of_html(book.read(posixpath.normpath(part))) for part in names)


PEERS = {
    "pymupdf": (read_pdf, "pdf"),
    "python-docx": (read_docx, "docx docm"),
    "python-pptx": (read_pptx, "pptx"),
    "openpyxl": (read_xlsx, "xlsx xlsm"),
    "xlrd": (read_xls, "xls"),
    "content.xml": (read_odf, "odt ods odp"),
    "striprtf": (read_rtf, "rtf"),
    "beautifulsoup": (read_html, "html htm"),
    "email": (read_mail, "eml"),
    "utf-8": (read_text, "txt"),
    "csv": (read_csv, "csv tsv"),
    "spine": (read_epub, "epub"),
}


class Late(BaseException):
    """A peer takes too long. Libraries catch all exceptions but those of this kind."""


def stop(*_):
    raise Late


def main(folder):
    signal.signal(signal.SIGALRM, stop)
    names = sorted(os.path.join(root, name) for root, _, files in os.walk(folder) for name in files)
    for path in names:
        for peer, (read, extensions) in PEERS.items():
            if path.rsplit(".", 1)[-1].lower() not in extensions.split():
                continue
            line = {"path": os.path.relpath(path, folder), "peer": peer}
            signal.setitimer(signal.ITIMER_REAL, 12, 1)
            try:
                with contextlib.redirect_stdout(io.StringIO()):
                    line["text"] = read(path)[:2_000_000]
            except BaseException as error:
                line["error"] = f"{type(error).__name__}: {error}"[:150]
            finally:
                signal.setitimer(signal.ITIMER_REAL, 0)
            print(json.dumps(line), flush=True)


main(sys.argv[1])
