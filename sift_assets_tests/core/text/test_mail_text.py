"""E-mails as text."""

from email.message import EmailMessage

from hypothesis import given
from hypothesis import strategies as st

from sift_assets.core.text.mail_text import mail_text


def mail(body: str = "Hello.") -> EmailMessage:
    message = EmailMessage()
    message["From"] = "Ada <ada@example.org>"
    message["To"] = "Bob <bob@example.org>"
    message["Date"] = "Fri, 10 May 2024 23:45:00 -0700"
    message["Subject"] = "Grüße aus Köln"
    message["Received"] = "from a.example.org by b.example.org"
    message.set_content(body)
    return message


def test_the_headers_about_people_stand_before_the_body() -> None:
    found = mail_text(mail().as_bytes())
    assert found.text == (
        "From: Ada <ada@example.org>\nTo: Bob <bob@example.org>\n"
        "Date: Fri, 10 May 2024 23:45:00 -0700\nSubject: Grüße aus Köln\n\nHello."
    )
    assert found.stated.title == "Grüße aus Köln"
    assert found.stated.document_date == "2024-05-10"


def test_of_alternatives_the_plain_one_is_read_once() -> None:
    message = mail("Plain words.")
    message.add_alternative("<p>Plain words.</p><script>x</script>", subtype="html")
    assert mail_text(message.as_bytes()).text.count("Plain words.") == 1


def test_a_blank_plain_alternative_gives_way_to_html() -> None:
    message = mail("  ")
    message.add_alternative("<p>Only <b>here</b>.</p>", subtype="html")
    assert mail_text(message.as_bytes()).text.endswith("Only here.")


def test_attachments_are_named_and_handed_over_as_bytes() -> None:
    message = mail()
    message.add_attachment(b"%PDF-1.4", maintype="application", subtype="pdf", filename="a b.pdf")
    message.add_attachment("text inside", filename="note.txt")
    found = mail_text(message.as_bytes())
    assert [item.name for item in found.attachments] == ["a b.pdf", "note.txt"]
    assert found.attachments[0].data == b"%PDF-1.4"
    assert "Attachment: a b.pdf\n\nAttachment: note.txt" in found.text
    assert "text inside" not in found.text


def test_a_forwarded_message_is_read_with_its_own_headers() -> None:
    outer = mail("See below.")
    outer.add_attachment(mail("The inner body."))
    found = mail_text(outer.as_bytes())
    assert "The inner body." in found.text
    assert found.text.count("From: Ada") == 2


def test_messages_nested_without_end_are_read_to_a_depth() -> None:
    data = b"From: a@b\n\ncore"
    for _ in range(40):
        data = b"From: a@b\nContent-Type: message/rfc822\n\n" + data
    assert mail_text(data).text.startswith("From: a@b")


@given(st.binary())
def test_no_bytes_make_reading_a_mail_fail(data: bytes) -> None:
    assert isinstance(mail_text(data).text, str)
