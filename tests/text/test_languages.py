"""Languages by code, name and file, and guessed from text."""

import pytest

from pitchpipe import InputError
from pitchpipe.text.language_guess import guess_language, script_of
from pitchpipe.text.languages import LANGUAGES, find_language, language_of_file

TEXTS = {
    "de": "Der Hund und die Katze sind nicht auf dem Dach, das ist ein Haus mit einem Garten.",
    "en": "The dog and the cat are not on the roof, it is a house with a garden in the city.",
    "fr": "Le chien et le chat sont dans une maison avec un jardin, qui est sur la colline.",
    "es": "El perro y el gato están en una casa con jardín que se ve por la ventana del vecino.",
    "it": "Il cane e il gatto sono in una casa con un giardino che non è nel centro della città.",
    "pt": "O cão e o gato não estão em uma casa com jardim que se vê da janela do vizinho.",
    "nl": "De hond en de kat zijn niet op het dak van een huis met een tuin, dat is voor de buren.",
    "sv": "Hunden och katten är inte på taket, det är ett hus med en trädgård som jag ser.",
    "cs": "Pes a kočka jsou na střeše, ale to není dům, který se mi líbí, protože je malý.",
    "pl": "Pies i kot są na dachu, ale to nie jest dom, który mi się podoba, że w nim jest zimno.",
    "fi": "Koira ja kissa ovat katolla, mutta se ei ole talo, joka on kylässä, että hän oli siellä.",
    "tr": "Bu ev için bir köpek ve bir kedi var, çok büyük değil, bahçe ile güzel.",
    "ru": "Собака и кошка не на крыше, это дом, в котором он живёт, но я там не был.",
    "uk": "Собака і кішка не на даху, це дім, що він бачив, та я там не був.",
    "ar": "الكلب في البيت الذي على التل، ولا أحد من هذه المدينة كان في ذلك المكان",
    "fa": "این خانه در شهر است که با آن باغ را برای او از دور می بیند",
    "hi": "कुत्ता और बिल्ली घर में हैं और यह एक बड़ा घर नहीं है",
    "el": "Ο σκύλος είναι στο σπίτι.",
    "he": "הכלב של השכן לא על הגג",
    "ko": "개와 고양이가 집에 있습니다.",
    "ja": "犬と猫が家にいます。",
    "zh": "狗和猫在家里。",
    "th": "หมาและแมวอยู่ในบ้าน",
    "km": "ឆ្កែនិងឆ្មានៅក្នុងផ្ទះ។",
    "lo": "ໝາແລະແມວຢູ່ໃນເຮືອນ",
    "my": "ခွေးနှင့်ကြောင်အိမ်ထဲမှာရှိတယ်။",
    "bo": "ཁྱི་དང་ཞི་མི་ཁང་པའི་ནང་ལ་ཡོད།",
    "ta": "நாயும் பூனையும் வீட்டில் உள்ளன.",
}


@pytest.mark.parametrize("code", TEXTS)
def test_a_language_is_known_by_its_script_or_its_function_words(code):
    assert guess_language([TEXTS[code]]) == LANGUAGES[code]
    assert script_of([TEXTS[code]]) == LANGUAGES[code].script


@pytest.mark.parametrize("text", ["", "123 , .", "xyzzy plugh foo bar", "Kubernetes Docker Jenkins"])
def test_text_that_shows_nothing_is_of_no_language(text):
    assert guess_language([text]) is None


@pytest.mark.parametrize(
    ("path", "side", "code"),
    [
        ("train.de", 0, "de"),
        ("data/train.raw.en.gz", 1, "en"),
        ("corpus.de-en.de", 0, "de"),
        ("corpus.de-en.tsv", 0, "de"),
        ("corpus.de-en.tsv", 1, "en"),
        ("corpus_fr.txt", 0, "fr"),
        ("wiki.pt-br", 0, "pt"),
        ("news.deu", 0, "de"),
        ("TRAIN.JA", 0, "ja"),
        ("train.jp", 0, "ja"),
        ("train.txt", 0, None),
        ("train", 0, None),
        ("en", 0, None),
        ("latin.txt", 0, None),
        ("train.source", 0, None),
        ("-", 0, None),
    ],
)
def test_a_files_name_may_end_in_a_language(path, side, code):
    found = language_of_file(path, side)
    assert (found.code if found else None) == code


@pytest.mark.parametrize(
    ("name", "code"),
    [("de", "de"), ("DE", "de"), ("deu", "de"), ("German", "de"), ("pt_BR", "pt"), ("zho_Hans", "zh")],
)
def test_a_language_has_several_names(name, code):
    assert find_language(name).code == code


@pytest.mark.parametrize(("name", "near"), [("dee", "de"), ("Germn", "German"), ("enn", "en")])
def test_a_mistyped_language_gets_the_nearest_one(name, near):
    with pytest.raises(InputError, match=f"there is no language '{name}'; did you mean '{near}'"):
        find_language(name)
