"""Runs a checker or an interactive grader that was written to be imported by DMOJ's judge.

    driver.py INPUT OUTPUT ANSWER checker|grader SETTINGS

SETTINGS are JSON: `points`, what the case is worth, and `arguments`, those of the checker. The code
in question is the other source in this folder. Ends by 0 (accepted), 1 (wrong), 3 (cannot judge) or 7,
with `points X` on standard error. What this judge does not tell its jury is there by its name and
fails when it is used, for a checker that looked at something made up would decide wrongly.
"""

import importlib.util
import io
import json
import os
import re
import sys
import types

ACCEPTED, WRONG, BROKEN, POINTS = 0, 1, 3, 7


class NotTold(Exception):
    """Something was used that this judge does not tell its jury."""


class Untold:
    """Stands for such a thing."""

    def __init__(self, name):
        self.__dict__['_name'] = name

    def _fail(self, *_args, **_kwargs):
        raise NotTold('%s is not told to checkers by this judge' % self._name)

    __getattr__ = __setattr__ = __call__ = __len__ = __iter__ = __getitem__ = __contains__ = _fail
    __bool__ = __int__ = __float__ = __index__ = __str__ = __bytes__ = __hash__ = _fail
    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _fail
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = _fail


class Result:
    """What is known of the run: its output."""

    AC, WA, RTE, TLE, MLE, IR, SC, OLE, IE = 0, 1, 2, 4, 8, 16, 32, 64, 1 << 30

    def __init__(self, output):
        self.proc_output = output
        self.result_flag = Result.AC
        self.feedback = self.extended_feedback = ''

    def __getattr__(self, name):
        raise NotTold('result.%s is not told to checkers by this judge' % name)


class CheckerResult:
    def __init__(self, passed, points, feedback=None, extended_feedback=None):
        self.passed = passed
        self.points = points
        self.feedback = feedback
        self.extended_feedback = extended_feedback


class Case:
    def __init__(self, data, answer, points):
        self._data, self._answer, self.points = data, answer, points

    def input_data(self):
        return self._data

    def input_data_io(self):
        return io.BytesIO(self._data)

    def output_data(self):
        return self._answer

    def __getattr__(self, name):
        raise NotTold('case.%s is not told to checkers by this judge' % name)


class WrongAnswer(BaseException):
    pass


class InternalError(Exception):
    pass


class StandardGrader:
    def __init__(self, *_args, **_kwargs):
        for name in ('judge', 'problem', 'language', 'source'):
            setattr(self, name, Untold('grader.' + name))


class InteractiveGrader(StandardGrader):
    feedback = None

    def interact(self, case, interactor):
        raise NotImplementedError('interact')


class Interactor:
    """The solution that a grader talks to."""

    LONGEST_NUMBER = 10000

    def __init__(self, reads, writes):
        self._reads, self._writes = reads, writes
        self._rest = None

    def read(self):
        return self._some(self._reads.read())

    def readln(self, strip_newline=True):
        line = self._some(self._reads.readline())
        return line.rstrip() if strip_newline else line

    def readtoken(self, delim=None):
        words = (self._rest or self.readln()).split(delim, 1)
        self._rest = words[1] if len(words) > 1 else None
        return words[0] if words else b''

    def readint(self, lo=float('-inf'), hi=float('inf'), delim=None):
        return self._number(int, 'an integer', lo, hi, delim)

    def readfloat(self, lo=float('-inf'), hi=float('inf'), delim=None):
        return self._number(float, 'a number', lo, hi, delim)

    def write(self, val):
        self._writes.write(as_bytes(val if isinstance(val, bytes) else str(val)))
        self._writes.flush()

    def writeln(self, val):
        self.write(val)
        self.write('\n')

    def close(self):
        self._writes.close()

    def _some(self, text):
        if not text:
            raise IOError('the solution has closed its output')
        return text

    def _number(self, kind, what, lo, hi, delim):
        token = self.readtoken(delim)
        shown = as_text(token[:20], 'replace')
        if len(token) > self.LONGEST_NUMBER:
            raise WrongAnswer('expected %s, found %d digits' % (what, len(token)))
        try:
            number = kind(token)
        except ValueError:
            raise WrongAnswer('expected %s, found "%s"' % (what, shown))
        if not lo <= number <= hi:
            raise WrongAnswer('expected %s from %s to %s, found %s' % (what, lo, hi, shown))
        return number


def as_bytes(text):
    return text.encode('utf-8') if isinstance(text, str) else text


def as_text(data, errors='strict'):
    return data.decode('utf-8', errors) if isinstance(data, bytes) else data


def standard(process_output, judge_output, **_kwargs):
    def words(text):
        lines = re.split(rb'[\r\n]', as_bytes(text))
        return [line.split() for line in lines if line.strip()]

    return words(process_output) == words(judge_output)


def identical(process_output, judge_output, **_kwargs):
    if as_bytes(process_output) == as_bytes(judge_output):
        return True
    if standard(process_output, judge_output):
        return CheckerResult(False, 0, 'Presentation Error, check your whitespace')
    return False


def provide(name, **members):
    """Makes a module, so that the code in question finds it."""
    module = types.ModuleType(name)
    module.__path__ = []
    module.__dict__.update(members)
    sys.modules[name] = module
    parent, _, own = name.rpartition('.')
    if parent:
        setattr(sys.modules[parent], own, module)


def provide_all():
    provide('dmoj')
    provide('dmoj.result', Result=Result, CheckerResult=CheckerResult)
    provide('dmoj.error', InternalError=InternalError)
    provide('dmoj.utils')
    provide('dmoj.utils.unicode', utf8bytes=as_bytes, utf8text=as_text)
    provide('dmoj.checkers')
    provide('dmoj.checkers.standard', check=standard)
    provide('dmoj.checkers.identical', check=identical)
    provide('dmoj.graders', StandardGrader=StandardGrader, InteractiveGrader=InteractiveGrader)
    provide('dmoj.graders.standard', StandardGrader=StandardGrader)
    provide(
        'dmoj.graders.interactive',
        InteractiveGrader=InteractiveGrader,
        Interactor=Interactor,
        WrongAnswer=WrongAnswer,
        CheckerResult=CheckerResult,
    )


def load():
    """The code in question."""
    own = os.path.abspath(__file__)
    folder = os.path.dirname(own)
    paths = [os.path.join(folder, name) for name in os.listdir(folder)]
    [path] = [path for path in paths if path.endswith('.py') and path != own]
    spec = importlib.util.spec_from_file_location('jury', path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def content(path):
    with open(path, 'rb') as file:
        return file.read()


def check(module, settings, data, output, answer):
    if not callable(getattr(module, 'check', None)):
        stop(BROKEN, 'the checker has no function `check`')
    told = {'judge_input': data, 'point_value': settings['points']}
    told['case'] = Case(data, answer, settings['points'])
    told['result'] = Result(output)
    for name in (
        'submission_source',
        'submission_language',
        'case_position',
        'batch',
        'binary_data',
        'execution_time',
        'problem_id',
    ):
        told[name] = Untold(name)
    told.update(settings['arguments'])
    try:
        return module.check(output, answer, **told)
    except UnicodeDecodeError:
        return CheckerResult(False, 0, 'invalid unicode')


def talk(module, settings, data, answer, interactor):
    kind = getattr(module, 'Grader', None)
    if not (isinstance(kind, type) and issubclass(kind, InteractiveGrader)):
        stop(BROKEN, 'expected a class `Grader` that is an `InteractiveGrader`, found none')
    grader = kind(None, None, None, None)
    try:
        found = grader.interact(Case(data, answer, settings['points']), interactor)
    except WrongAnswer as wrong:
        return CheckerResult(False, 0, str(wrong))
    except IOError as error:
        return CheckerResult(False, 0, str(error))
    if not isinstance(found, CheckerResult):
        found = CheckerResult(found, settings['points'] if found else 0, grader.feedback)
    return found


def stop(code, message):
    print(message or '', file=sys.__stdout__ if sys.argv[4] == 'checker' else sys.stderr)
    sys.__stdout__.flush()
    sys.exit(code)


def main():
    data, answer = content(sys.argv[1]), content(sys.argv[3])
    settings = json.loads(sys.argv[5])
    # What is printed on the side is for the log, and no part of a talk.
    sys.stdout = sys.stderr
    provide_all()
    module = load()
    if sys.argv[4] == 'checker':
        found = check(module, settings, data, content(sys.argv[2]), answer)
    else:
        interactor = Interactor(sys.__stdin__.buffer, sys.__stdout__.buffer)
        found = talk(module, settings, data, answer, interactor)
    if not isinstance(found, CheckerResult):
        found = CheckerResult(bool(found), settings['points'] if found else 0)
    if not found.passed:
        stop(WRONG, found.feedback)
    if found.points != settings['points']:
        print('points %s' % found.points, file=sys.stderr)
        stop(POINTS, found.feedback)
    stop(ACCEPTED, found.feedback)


main()
