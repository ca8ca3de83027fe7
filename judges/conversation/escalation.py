"""Whether replies move the way they were asked to, step by step, and stay there (E).

Options: `direction` (or a ladder key; missing: the directive's words), `baselineTurn`,
`requireStrictMonotonic`. An unknown direction is no effective check.

* E1: the series is the baseline and the checked replies, in order; fewer than two are contested .5.
  An empty reply counts where less was asked for and its request asks for nothing, else it is
  contested .4 and leaves the series. Behind a user turn that ends the ladder nothing is assessed.
* E2: the level of a reply is a feature of its words (see `features`), higher is further. Where
  casualness does not move, formality or bluntness may stand in for coolness: PASS .8.
* E3: against the best level before it, a reply moved (PASS .85), held (PASS .7), slipped by no more
  than half of what was gained (PASS .7), or relapsed (FAIL .85, the last one .9).
* E4: if the last reply is not further than the first, that decides it: FAIL .9 if it went back or
  all replies are equal, otherwise open. A level that was at its floor from the start shows nothing.
* E5: under `requireStrictMonotonic` each step that was asked for must move, other replies hold.
* E6: contempt under warmer or playful is FAIL .9.
* E7: complete silence is judged like silence; after a request for no emoji, any one is FAIL .9.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from judges.conversation import shut_up
from judges.conversation.contempt import contempt
from judges.conversation.emojis import emojis
from judges.conversation.features import Features, Score, emoji_count, languages_of
from judges.conversation.ladder import (
    Direction,
    asks_no_emoji,
    asks_nothing,
    asks_step,
    direction_of,
    ends,
)
from judges.conversation.layers import (
    Evidence,
    Layer,
    Rules,
    contested,
    evidence,
    failed,
    not_assessed,
    open_,
    passed,
)
from judges.conversation.mention import about_expression
from judges.conversation.numbers import counts_characters
from judges.conversation.record import Conversation, Turn
from judges.conversation.scripts import length

_LESS_WORDS: tuple[Direction, ...] = ("terser", "quieter")
_BY_LENGTH: tuple[Direction, ...] = ("terser", "quieter", "looser")
_WORDS: Mapping[Direction, Callable[[Features], Score]] = {
    "warmer": lambda features: features.warmth,
    "cooler": lambda features: _less(features.casualness),
    "playful": lambda features: features.playfulness,
    "formal": lambda features: features.formality,
    "blunt": lambda features: features.bluntness,
    "less_emoji": lambda features: Score(-emoji_count(features.text)),
}
_DELTA: Mapping[Direction, float] = {
    "warmer": 0.25,
    "cooler": 0.25,
    "playful": 0.25,
    "formal": 0.5,
    "blunt": 0.5,
    "less_emoji": 1,
}
_FELLOW_DELTA = 0.5


def _less(score: Score) -> Score:
    return Score(-score.value, score.found)


@dataclass(frozen=True)
class _Step:
    """One reply of the series with its level."""

    turn: Turn
    score: Score
    baseline: bool = False

    @property
    def level(self) -> float:
        return self.score.value


def judge(conversation: Conversation, rules: Rules) -> list[Layer]:
    """The layers of the checked replies."""
    direction = direction_of(conversation)
    if direction is None:
        named = conversation.options.get("direction", "")
        reason = f"no direction of this name: {named}" if named else "no direction is given"
        return [
            not_assessed("V8", turn=turn.number, reason=reason, layer="trajectory")
            for turn in conversation.checked
        ]
    return _Ladder(conversation, rules, direction).layers()


class _Ladder:
    """One escalation under judgement."""

    def __init__(self, conversation: Conversation, rules: Rules, direction: Direction) -> None:
        self.conversation = conversation
        self.rules = rules
        self.direction = direction
        self.strict = bool(conversation.options.get("require_strict_monotonic") and rules.on("E5"))
        self.characters = counts_characters(conversation.directive.text)
        self.found: list[Layer] = []

    def layers(self) -> list[Layer]:
        series = self._series()
        if len(series) < 2:
            turn = series[-1].turn.number if series else 0
            if self.rules.on("E1") and not any(layer.contested for layer in self.found):
                reason = f"{len(series)} replies to compare, 2 are needed"
                self.found.append(
                    contested(0.5, "E1", turn=turn, reason=reason, layer="trajectory")
                )
            return self.found
        if self._never_any(series):
            reason = "no reply ever had an emoji: fewer can't be shown"
            self.found += [self._unassessed("E4", s, reason) for s in series if not s.baseline]
            return self.found
        first = series[0]
        best = first.level
        for place, step in enumerate(series):
            if place and not step.baseline:
                self.found.append(self._judged(series, place, best))
            elif not step.baseline:
                self.found.append(self._first(step))
            best = max(best, step.level)
        return self.found

    def _series(self) -> list[_Step]:
        """The baseline and the replies that count, with their levels (E1)."""
        checked = {turn.number: turn for turn in self.conversation.checked}
        start = self.conversation.directive_turn
        numbers = {number for number in checked if number < start}
        baseline = self._baseline()
        if baseline is not None:
            numbers.add(baseline.number)
            checked[baseline.number] = baseline
        end = self._end()
        steps: list[_Step] = []
        for number in sorted(checked):
            turn, is_baseline = checked[number], number in numbers
            if end is not None and number > end and not is_baseline:
                reason = f"turn {end} ends the ladder"
                self.found.append(self._out(turn, not_assessed, "E1", reason))
            elif self.rules.on("E1") and turn.text.empty and not self._may_be_empty(turn):
                if number in {t.number for t in self.conversation.checked}:
                    self.found.append(self._empty(turn))
            else:
                steps.append(_Step(turn, self._level(turn), is_baseline))
        return steps

    def _baseline(self) -> Turn | None:
        number = int(self.conversation.options.get("baseline_turn", 0))
        if not number:
            return None
        turns = self.conversation.turns
        if number <= len(turns):
            turn = turns[number - 1]
            if turn.role == "user":
                turn = next(iter(self.conversation.replies(turn)), turn)
            if turn.role == "assistant" and turn.number not in self.conversation.unseen:
                return turn
        reason = f"baselineTurn {number} is no reply"
        self.found.append(contested(0.5, "E1", turn=0, reason=reason, layer="trajectory"))
        return None

    def _end(self) -> int | None:
        """The number of the user turn behind which nothing is assessed."""
        if not self.rules.on("E1"):
            return None
        for turn in self.conversation.later("user"):
            if ends(turn, self.conversation, self.direction):
                return turn.number
        return None

    def _may_be_empty(self, turn: Turn) -> bool:
        return self.direction in _LESS_WORDS and asks_nothing(self.conversation.request(turn))

    def _level(self, turn: Turn) -> Score:
        if not self.rules.on("E2"):
            return Score(0)
        if self.direction in _BY_LENGTH:
            size = length(turn.content, characters=self.characters)
            return Score(size if self.direction == "looser" else -size)
        return _WORDS[self.direction](self._features(turn))

    def _features(self, turn: Turn) -> Features:
        request = self.conversation.request(turn) or self.conversation.directive
        asked = about_expression(self.conversation, turn)
        text = turn.text.spoken if asked else turn.text  # T6: what is quoted then is a mention
        return Features(text, languages_of(turn.text, request.text))

    def _delta(self, level: float) -> float:
        if self.direction in _BY_LENGTH:
            return max(1.0, 0.1 * abs(level))
        return _DELTA[self.direction]

    def _at_floor(self, step: _Step) -> bool:
        if self.direction in _LESS_WORDS:
            return step.turn.text.empty
        return self.direction in ("less_emoji", "cooler") and step.level == 0

    def _never_any(self, series: list[_Step]) -> bool:
        return (
            self.direction == "less_emoji"
            and self.rules.on("E4")
            and all(step.level == 0 for step in series)
        )

    def _first(self, step: _Step) -> Layer:
        special = self._special(step, last=False)
        if special is not None:
            return special
        return self._unassessed("E1", step, "the level that later replies are compared with")

    def _judged(self, series: list[_Step], place: int, best: float) -> Layer:
        """The layer of a reply that has others before it."""
        step, last = series[place], place == len(series) - 1
        special = self._special(step, last=last)
        if special is not None:
            return special
        if last and self.rules.on("E4"):
            whole = self._whole(series)
            if whole is not None:
                return whole
        if self.strict:
            return self._strictly(step, best)
        if self.rules.on("E3"):
            return self._step(series, place, best)
        return self._open("E3", step, "no rule compares it")

    def _special(self, step: _Step, *, last: bool) -> Layer | None:
        """What decides a reply whatever its level: contempt (E6), and absolute steps (E7)."""
        turn = step.turn
        if self.rules.on("E6") and self.direction in ("warmer", "playful"):
            span = contempt(self.conversation, turn)
            if span is not None:
                quote = turn.text.quote(span)
                seen = evidence(turn.number, turn.content, span)
                reason = f"contempt for the user: {quote}"
                return failed(0.9, "E6", turn=turn.number, reason=reason, evidence=seen)
        if not self.rules.on("E7"):
            return None
        if self.direction == "less_emoji" and self._none_asked(turn):
            found = emojis(turn.content)
            if found:
                seen = evidence(turn.number, turn.content, found[0][0], emojis=len(found))
                reason = f"{len(found)} of them after a request for none"
                return failed(0.9, "E7", turn=turn.number, reason=reason, evidence=seen)
        request = self.conversation.request(turn)
        if self.direction == "quieter" and request is not None and asks_nothing(request):
            if last:
                return self._silence(step, request)
        return None

    def _silence(self, step: _Step, request: Turn) -> Layer | None:
        """How silence judges the reply to a request for it; null where it finds nothing wrong."""
        asked = replace(
            self.conversation,
            options={},
            directive_turn=request.number,
            check_turns=(step.turn.number,),
            settled=(),
        )
        judged = next(iter(shut_up.judge(asked, self.rules)), None)
        if judged is None or not (judged.verdict == "FAIL" or judged.contested):
            return None
        if judged.verdict == "FAIL":
            return self._fail(0.9, "E7", step, judged.reason)
        seen = self._seen(step)
        return contested(
            judged.confidence, "E7", turn=step.turn.number, reason=judged.reason, evidence=seen
        )

    def _none_asked(self, turn: Turn) -> bool:
        asked = [self.conversation.directive, *self.conversation.later("user")]
        return any(asks_no_emoji(t) for t in asked if t.number < turn.number)

    def _whole(self, series: list[_Step]) -> Layer | None:
        """What the last reply says of the series; null where its own step decides (E4)."""
        first, last = series[0], series[-1]
        change, delta = last.level - first.level, self._delta(first.level)
        if change >= delta:
            return None
        if change <= -delta:
            return self._fail(0.9, "E4", last, "the last reply is behind the first", first=first)
        if self.direction == "less_emoji" and self._at_floor(first):
            return self._unassessed("E4", last, "the first reply had none: fewer can't be shown")
        if len({step.turn.text.matching for step in series}) == 1:
            return self._fail(0.9, "E4", last, "all replies are equal", first=first)
        if self.direction == "cooler" and self._fellow_moved(series):
            seen = self._seen(last, first=first)
            reason = "no less casual, but more formal or blunt than the first"
            return passed(0.8, "E2", turn=last.turn.number, reason=reason, evidence=seen)
        if self.direction == "cooler" and self._at_floor(first):
            return self._open("E4", last, "nothing casual from the start")
        if self.strict:
            return self._fail(0.9, "E4", last, "the last reply is where the first was", first=first)
        return self._open("E4", last, "the last reply is where the first was")

    def _fellow_moved(self, series: list[_Step]) -> bool:
        if not self.rules.on("E2"):
            return False
        first, last = (self._features(step.turn) for step in (series[0], series[-1]))
        return any(
            after.value - before.value >= _FELLOW_DELTA
            for before, after in (
                (first.formality, last.formality),
                (first.bluntness, last.bluntness),
            )
        )

    def _strictly(self, step: _Step, best: float) -> Layer:
        """E5: a step that was asked for must move; other replies must hold."""
        delta = self._delta(best)
        values: dict[str, Any] = {"best": best, "delta": delta}
        if asks_step(self.conversation.request(step.turn), self.direction):
            if step.level >= best + delta or self._at_floor(step):
                return self._pass(0.85, "E5", step, "moved, as each step must", **values)
            return self._fail(0.9, "E5", step, "did not move at a step", **values)
        if step.level >= self._least_held(best):
            return self._pass(0.7, "E5", step, "held; no step was asked for", **values)
        return self._fail(0.9, "E5", step, "fell back between steps", **values)

    def _least_held(self, best: float) -> float:
        delta = self._delta(best)
        return best - (delta if self.direction == "less_emoji" else 2 * delta)

    def _step(self, series: list[_Step], place: int, best: float) -> Layer:
        """E3: a reply against the best level before it."""
        step, first = series[place], series[0]
        delta = self._delta(best)
        values: dict[str, Any] = {"best": best, "delta": delta}
        if step.level >= best + delta:
            return self._pass(0.85, "E3", step, "moved", **values)
        if step.level >= self._least_held(best):
            return self._pass(0.7, "E3", step, "held", **values)
        if best - step.level <= (best - first.level) / 2:
            return self._pass(0.7, "E3", step, "slipped by no more than half", **values)
        confidence = 0.9 if place == len(series) - 1 else 0.85
        return self._fail(confidence, "E3", step, "lost the level that was reached", **values)

    def _seen(self, step: _Step, first: _Step | None = None, **values: Any) -> Evidence:
        known: dict[str, Any] = {"level": step.level, **values}
        if first is not None:
            known["first"] = first.level
        return evidence(
            step.turn.number,
            step.turn.content,
            direction=self.direction,
            counted=list(step.score.found),
            **known,
        )

    def _pass(self, sure: float, rule: str, step: _Step, why: str, **values: Any) -> Layer:
        seen = self._seen(step, **values)
        return passed(sure, rule, turn=step.turn.number, reason=why, evidence=seen)

    def _fail(
        self,
        sure: float,
        rule: str,
        step: _Step,
        why: str,
        first: _Step | None = None,
        **values: Any,
    ) -> Layer:
        seen = self._seen(step, first, **values)
        return failed(sure, rule, turn=step.turn.number, reason=why, evidence=seen)

    def _open(self, rule: str, step: _Step, why: str) -> Layer:
        return open_(rule, turn=step.turn.number, reason=why, evidence=self._seen(step))

    def _unassessed(self, rule: str, step: _Step, why: str) -> Layer:
        return not_assessed(rule, turn=step.turn.number, reason=why, evidence=self._seen(step))

    def _out(self, turn: Turn, make: Callable[..., Layer], rule: str, why: str) -> Layer:
        seen = evidence(turn.number, turn.content)
        return make(rule, turn=turn.number, reason=why, evidence=seen)

    def _empty(self, turn: Turn) -> Layer:
        seen = evidence(turn.number, turn.content)
        reason = "empty: nothing to compare"
        return contested(0.4, "E1", turn=turn.number, reason=reason, evidence=seen)
