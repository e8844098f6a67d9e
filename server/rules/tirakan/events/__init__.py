"""What happens at a Tirakan table, named as in the specification (3.2, 3.3). Facts only: faces, totals, terms.

`M`, `K`, `N`, `C`, `X` are the specification's letters: minimum roll, critical threshold, normal hits, critical hits,
extra wounds. Each part of an act has a module; here they are one list.
"""

from server.kit.acts.events import *
from server.rules.tirakan.events.act import *
from server.rules.tirakan.events.attack import *
from server.rules.tirakan.events.gear import *
from server.rules.tirakan.events.gm import *
from server.rules.tirakan.events.round import *
